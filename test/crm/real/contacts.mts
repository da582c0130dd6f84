import { FIELDS } from '../../../harness/workflow/rows.mts';
import { renaming } from '../target.mts';

/** The names of the CRMs, by the examples' columns. None is the same. */
export const NAMES: Record<string, string> = {
	code: 'customer_no',
	company: 'firm',
	contact: 'person',
	email: 'mail',
	phone: 'telephone',
	city: 'town',
	creditLimit: 'credit',
	companyId: 'company_id',
	active: 'is_active',
	owner: 'own_notes',
};

export const OWN = renaming(NAMES);

/** What these get in a node that saves. */
export const IN_RECORD = OWN.toOwn(
	Object.fromEntries(Object.entries(FIELDS).map(([column, field]) => [column, `$json.${field}`])),
);
