import { isElsewhere } from '../../../harness/sandbox.mts';
import { QUICK } from '../../support/suite.mts';
import { test } from './crm.mts';
import { STAND_INS } from './standins/standIns.mts';
import { play } from './standins/story.mts';

const QUICKLY = ['Airtable', 'HubSpot contacts', 'Odoo'];
const STORY = 'gets in step and stays so, writes its own boxes alone, and names what is refused';

/** The drawings of CRMs that nobody can run here, each against its documented API. */
for (const standIn of STAND_INS) {
	const name = `Keep ${standIn.crm} in step, as documented: ${STORY}`;
	const options = QUICKLY.includes(standIn.crm) ? QUICK : {};
	test.skipIf(isElsewhere)(name, options, async ({ standIns }) => await play(standIn, standIns));
}
