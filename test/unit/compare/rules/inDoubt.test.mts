import { tellStories } from '../../../support/compareStories.mts';

tellStories(`
removes nobody because of an empty list (all allowed): / x1 y1 → ! The list has no record for "x" and "y"…the list is empty
removes nobody because of a record without an identifier (all allowed): a1 _9 / x2 y3 → ! The list has no record for "x" and "y"…a record without…Record 2 in the list (9); +a
removes nobody because of equal records (all allowed): a1 d2 d2 / x3 y4 → ! The list has no record for "x" and "y"…duplicates; +a +d
does not mind equal records where nobody is missing: a1 d1 d1 / a1 d1 →
says so where somebody is missing: a1 d1 d1 / a1 d1 x1 → ! The list has no record for "x"
goes on in doubt with what is new and what differs: a1 b1 d1 d1 / a2 d1 x3 → ! The list has no record for "x"; +b ~a
minds a read in which one came twice, wanted or not (only 1): a1 d2 d2 / a1 x1 → ! The list has no record for "x"…duplicates
does not blame a condition for an empty list (only 2): / x1 → ! The list has no record for "x"…the list is empty
`);
