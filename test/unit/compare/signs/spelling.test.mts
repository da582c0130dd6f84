import { tellStories } from '../../../support/compareStories.mts';

tellStories(`
names a row that is spelled otherwise, and creates nobody beside it (all allowed): A1 c1 / A1 C1 → ! A contact has "C", but the list has "c". If they are the same
goes on with the others (all allowed): A1 B3 c1 D1 / A1 A2 C1 D2 → ! 2 contacts share…"A"… A contact has "C"; +B ~D
creates nobody whose row may be one of two: A1 a1 b1 / A1 A2 b1 → ! 2 contacts share…"A"… A contact has "A"…"a"
creates nobody whom a row that is marked may be: A1 b1 / a1! b1 → ! A contact has "a", but the list has "A"
names all spellings that the list has: C1 c2 b3 / ç1 b3 c2 C1 → ! A contact has "ç", but the list has "C" and "c"
removes no row beside a record that only is spelled otherwise, and has a row: A1 b1 / A1 a2 b1 → ! A contact has "a"
minds no row with its own record beside one that is gone, too (all allowed): A1 B1 / A1 B1 x2 → -x
`);
