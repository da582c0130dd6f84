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
