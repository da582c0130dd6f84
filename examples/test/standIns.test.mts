import { isElsewhere } from '../../harness/sandbox.mts';
import { QUICK } from '../../test/support/suite.mts';
import { test } from './crm.mts';
import { STAND_INS } from './standins/standIns.mts';
import { play, type Codes } from './standins/story.mts';

const QUICKLY = ['Airtable', 'HubSpot contacts', 'Odoo'];
const STORY = 'gets in step and stays so, writes its own boxes alone, and names what is refused';
const LISTS: Codes[] = ['text', 'numbers'];

/** The drawings of CRMs that nobody can run here, each against its documented API. */
for (const standIn of STAND_INS) {
	for (const codes of LISTS) {
		const options = QUICKLY.includes(standIn.crm) && codes === 'text' ? QUICK : {};
		const name = `Keep ${standIn.crm} in step, as documented, with ${codes} for codes: ${STORY}`;
		test.skipIf(isElsewhere)(name, options, async ({ standIns }) => {
			await play(standIn, standIns, codes);
		});
	}
}
