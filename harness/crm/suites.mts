import {
	columns,
	drag,
	entered,
	NO,
	pairs,
	stepsOf,
	YES,
	type Crm,
	type Drawn,
	type Values,
} from './crm.mts';

const ACTIVE_TEXT = {
	box: 'active',
	removed: 'false',
	yes: { active: 'true' },
	no: { active: 'false' },
};

const hubspot = stepsOf('hubspot', 2.2, ['hubspotAppToken', 'HubSpot Service Key account']);
const HUBSPOT = { authentication: 'appToken' };
/** The node's other boxes skip what is empty, so it would never be cleared. */
const customProperties = (values: Values) => ({
	customPropertiesUi: { customPropertiesValues: pairs(values, 'property', 'value') },
});
const included = (properties: string[]) => ({
	propertiesCollection: { propertiesValues: { properties, propertyMode: 'valueOnly' } },
});
const valueOf = (property: string) => `properties.${property}.value`;

const COMPANY_BOXES = {
	code: 'customer_code',
	company: 'name',
	phone: 'phone',
	city: 'city',
} satisfies Drawn['boxes'];

const HUBSPOT_COMPANIES: Crm = {
	name: 'HubSpot companies',
	status: 'as documented',
	needs: 'Two company properties: *customer_code* (text) and *active* (checkbox).',
	limits: ['The node does not say why HubSpot refused somebody.'],
	matchedBy: 'code',
	boxes: COMPANY_BOXES,
	active: ACTIVE_TEXT,
	emptyText: true,
	at: valueOf,
	id: 'companyId',
	read: hubspot({
		...HUBSPOT,
		resource: 'company',
		operation: 'getAll',
		returnAll: true,
		options: included([...Object.values(COMPANY_BOXES), 'active']),
	}),
	create: ({ name = '', ...values }) =>
		hubspot({
			...HUBSPOT,
			resource: 'company',
			operation: 'create',
			name,
			additionalFields: customProperties(values),
		}),
	update: (values, id) =>
		hubspot({
			...HUBSPOT,
			resource: 'company',
			operation: 'update',
			companyId: entered('id', id),
			updateFields: customProperties(values),
		}),
};

const CONTACT_BOXES = {
	email: 'email',
	company: 'company',
	contact: 'lastname',
	phone: 'phone',
	city: 'city',
} satisfies Drawn['boxes'];

const HUBSPOT_CONTACTS: Crm = {
	name: 'HubSpot contacts',
	status: 'as documented',
	needs: 'A contact property *active* (checkbox).',
	limits: ['The whole name goes into *Last Name* once, so that you can split it.'],
	matchedBy: 'email',
	boxes: CONTACT_BOXES,
	createdOnly: ['contact'],
	active: ACTIVE_TEXT,
	emptyText: true,
	at: valueOf,
	id: valueOf('email'),
	read: hubspot({
		...HUBSPOT,
		operation: 'getAll',
		returnAll: true,
		additionalFields: {
			formSubmissionMode: 'none',
			listMemberships: false,
			...included(['email', 'company', 'phone', 'city', 'active']),
		},
	}),
	create: ({ email: _email, ...values }) => upsertContact(values, drag('Email')),
	update: ({ email: _email, ...values }, id) => upsertContact(values, id),
	upsert: ({ email: _email, ...values }, key) => upsertContact(values, key),
};

function upsertContact(values: Values, email: string) {
	return hubspot({
		...HUBSPOT,
		operation: 'upsert',
		email,
		additionalFields: customProperties(values),
		// Otherwise each contact takes two requests.
		options: { resolveData: true },
	});
}

const pipedrive = stepsOf('pipedrive', 2, ['pipedriveApi', 'Pipedrive account']);
const ORGANIZATION = { resource: 'organization' };
const customFields = (values: Values) => ({
	customFields: { property: pairs(values, 'name', 'value') },
});

const PIPEDRIVE: Crm = {
	name: 'Pipedrive',
	status: 'as documented',
	needs:
		'Two text fields for organizations: *Customer code* and *Customer status*, because it has no yes/no fields.',
	matchedBy: 'code',
	boxes: { code: 'Customer code', company: 'name' },
	active: {
		box: 'Customer status',
		removed: 'removed',
		yes: { 'Customer status': 'customer' },
		no: { 'Customer status': 'removed' },
	},
	at: (box) => (box === 'name' ? box : `custom_fields['${box}']`),
	id: 'id',
	read: pipedrive({ ...ORGANIZATION, operation: 'getAll', returnAll: true, filters: {} }),
	create: ({ name = '', ...values }) =>
		pipedrive({
			...ORGANIZATION,
			operation: 'create',
			name,
			additionalFields: customFields(values),
		}),
	update: ({ name, ...values }, organizationId) =>
		pipedrive({
			...ORGANIZATION,
			operation: 'update',
			organizationId,
			updateFields: { ...(name !== undefined && { name }), ...customFields(values) },
		}),
};

const salesforce = stepsOf('salesforce', 1, ['salesforceOAuth2Api', 'Salesforce account']);
const ACCOUNT = { resource: 'account' };
const SALESFORCE_ACTIVE = 'Customer_Active__c';
const inSalesforce = ({ [SALESFORCE_ACTIVE]: value = YES, ...values }: Values) => ({
	...values,
	customFieldsUi: { customFieldsValues: [{ fieldId: SALESFORCE_ACTIVE, value }] },
});

const SALESFORCE: Crm = {
	name: 'Salesforce',
	status: 'as documented',
	needs: 'A checkbox for accounts: *Customer Active*. The code goes into *Account Number*.',
	matchedBy: 'code',
	boxes: { code: 'accountNumber', company: 'name', phone: 'phone', city: 'billingCity' },
	active: {
		box: SALESFORCE_ACTIVE,
		removed: 'false',
		yes: { [SALESFORCE_ACTIVE]: YES },
		no: { [SALESFORCE_ACTIVE]: NO },
	},
	at: (box) => `${box.charAt(0).toUpperCase()}${box.slice(1)}`,
	id: 'Id',
	read: salesforce({
		...ACCOUNT,
		operation: 'getAll',
		returnAll: true,
		options: { fields: `Id,Name,AccountNumber,Phone,BillingCity,${SALESFORCE_ACTIVE}` },
	}),
	create: ({ name = '', ...values }) =>
		salesforce({
			...ACCOUNT,
			operation: 'create',
			name,
			additionalFields: inSalesforce(values),
		}),
	update: (values, accountId) =>
		salesforce({
			...ACCOUNT,
			operation: 'update',
			accountId,
			updateFields: inSalesforce(values),
		}),
	upsertsBy: 'by a text field that is marked as External ID',
	upsert: ({ name = '', accountNumber: _code, ...values }, externalIdValue) =>
		salesforce({
			...ACCOUNT,
			operation: 'upsert',
			externalId: 'Customer_Code__c',
			externalIdValue,
			name,
			additionalFields: inSalesforce(values),
		}),
};

const zoho = stepsOf('zohoCrm', 1, ['zohoOAuth2Api', 'Zoho account']);
const inZoho = ({ Account_Name, Phone, Billing_City, ...values }: Values) => ({
	...(Account_Name !== undefined && { Account_Name }),
	...(Phone !== undefined && { Phone }),
	...(Billing_City !== undefined && { Billing_Address: { address_fields: { Billing_City } } }),
	customFields: { customFields: pairs(values, 'fieldId', 'value') },
});

const ZOHO: Crm = {
	name: 'Zoho CRM',
	status: 'as documented',
	needs:
		'Two fields for accounts: *Customer Code* (text, because account numbers take only digits) and *Customer Active* (checkbox).',
	matchedBy: 'code',
	boxes: {
		code: 'Customer_Code',
		company: 'Account_Name',
		phone: 'Phone',
		city: 'Billing_City',
	},
	active: {
		box: 'Customer_Active',
		removed: 'false',
		yes: { Customer_Active: YES },
		no: { Customer_Active: NO },
	},
	at: (box) => box,
	id: 'id',
	read: zoho({ ...ACCOUNT, operation: 'getAll', returnAll: true, options: {} }),
	create: (values) => zohoAccount('create', values),
	update: (values, accountId) =>
		zoho({ ...ACCOUNT, operation: 'update', accountId, updateFields: inZoho(values) }),
	upsertsBy: 'by *Account Name* or a unique field, so equal names become one account',
	upsert: (values) => zohoAccount('upsert', values),
};

function zohoAccount(operation: string, { Account_Name: accountName = '', ...values }: Values) {
	return zoho({ ...ACCOUNT, operation, accountName, additionalFields: inZoho(values) });
}

const dataverse = stepsOf('microsoftDataverse', 1, [
	'microsoftDataverseOAuth2Api',
	'Microsoft Dataverse account',
]);
const ACCOUNTS = { entitySet: entered('id', 'accounts') };
const inDataverse = (values: Values) => ({
	inputMode: 'fields',
	fieldsCollection: { field: pairs(values, 'name', 'value') },
});

const DYNAMICS: Crm = {
	name: 'Microsoft Dynamics CRM',
	status: 'as documented',
	needs: 'Nothing: the code goes into *Account Number*, and removed customers are deactivated.',
	limits: [
		"It uses n8n's node for Microsoft Dataverse, where Dynamics keeps its data. n8n 1 does not have that node.",
	],
	matchedBy: 'code',
	boxes: {
		code: 'accountnumber',
		company: 'name',
		email: 'emailaddress1',
		phone: 'telephone1',
		city: 'address1_city',
		creditLimit: 'creditlimit',
	},
	active: {
		box: 'statecode',
		removed: '1',
		yes: { statecode: '={{ 0 }}', statuscode: '={{ 1 }}' },
		no: { statecode: '={{ 1 }}', statuscode: '={{ 2 }}' },
	},
	at: (box) => box,
	id: 'accountid',
	read: dataverse({ ...ACCOUNTS, operation: 'getAll', returnAll: true, getAllOptions: {} }),
	// A new account is active.
	create: ({ statecode: _state, statuscode: _status, ...values }) =>
		dataverse({ ...ACCOUNTS, operation: 'create', ...inDataverse(values) }),
	update: (values, id) =>
		dataverse({
			...ACCOUNTS,
			operation: 'update',
			recordId: entered('id', id),
			...inDataverse(values),
		}),
	upsertsBy: 'by the code, as an alternate key',
	upsert: ({ accountnumber: _code, ...values }) =>
		dataverse({
			...ACCOUNTS,
			operation: 'upsert',
			identifierType: 'alternateKey',
			alternateKey: "=accountnumber='{{ $json.Code }}'",
			...inDataverse(values),
		}),
};

const odoo = stepsOf('odoo', 2, ['odooApiKeyApi', 'Odoo (API Key) account']);
const ODOO_ACTIVE = 'x_customer_active';

const ODOO: Crm = {
	name: 'Odoo',
	status: 'as documented',
	needs: `A checkbox for contacts: *${ODOO_ACTIVE}*. The code goes into *ref* (Reference).`,
	limits: [
		"Don't archive contacts: archived ones are not read, and would be created again.",
		"n8n 1 can't save the code.",
	],
	matchedBy: 'code',
	boxes: { code: 'ref', company: 'name', email: 'email', phone: 'phone', city: 'city' },
	active: {
		box: ODOO_ACTIVE,
		removed: 'false',
		yes: { [ODOO_ACTIVE]: true },
		no: { [ODOO_ACTIVE]: false },
	},
	at: (box) => box,
	id: 'id',
	read: odoo({
		resource: 'contact',
		operation: 'getAll',
		returnAll: true,
		filters: {},
		options: { fieldsList: ['ref', 'name', 'email', 'phone', 'city', ODOO_ACTIVE] },
	}),
	create: (values) =>
		odoo({ resource: 'contact', operation: 'create', fieldsToSend: columns(values) }),
	update: (values, id) =>
		odoo({
			resource: 'contact',
			operation: 'update',
			contactId: entered('id', id),
			fieldsToSend: columns(values),
		}),
};

const freshworks = stepsOf('freshworksCrm', 1, ['freshworksCrmApi', 'Freshworks CRM account']);
const FRESHWORKS = { resource: 'contact' };

const FRESHWORKS_CRM: Crm = {
	name: 'Freshworks CRM',
	status: 'as documented',
	needs:
		'A contact status for removed customers. Each customer needs an email address and the name of a contact.',
	choose:
		'The view that has all contacts, a status in the three nodes on the right, and the number of the removed one in *Removed Value* of **What differs?**.',
	limits: ["A changed email address can't be saved."],
	matchedBy: 'code',
	boxes: {
		code: 'external_id',
		company: 'last_name',
		contact: 'first_name',
		email: 'email',
		phone: 'work_number',
		city: 'city',
	},
	createdOnly: ['email'],
	active: {
		box: 'contact_status_id',
		removed: '5',
		yes: { contact_status_id: '' },
		no: { contact_status_id: '' },
	},
	at: (box) => box,
	id: 'id',
	read: freshworks({ ...FRESHWORKS, operation: 'getAll', view: '', returnAll: true }),
	create: ({ first_name: firstName = '', last_name: lastName = '', email = '', ...values }) =>
		freshworks({
			...FRESHWORKS,
			operation: 'create',
			firstName,
			lastName,
			emails: email,
			additionalFields: values,
		}),
	update: (updateFields, contactId) =>
		freshworks({ ...FRESHWORKS, operation: 'update', contactId, updateFields }),
};

const brevo = stepsOf('sendInBlue', 1, ['sendInBlueApi', 'Brevo account']);
const BREVO = { resource: 'contact' };

const BREVO_CRM: Crm = {
	name: 'Brevo',
	status: 'as documented',
	needs: 'Contact attributes *COMPANY* and *CITY* (text) and *ACTIVE* (yes/no).',
	limits: ['The whole name goes into *LASTNAME* once, so that you can split it.'],
	matchedBy: 'email',
	boxes: { email: 'email', company: 'COMPANY', contact: 'LASTNAME', city: 'CITY' },
	createdOnly: ['contact'],
	active: { box: 'ACTIVE', removed: 'false', yes: { ACTIVE: YES }, no: { ACTIVE: NO } },
	emptyText: true,
	at: (box) => (box === 'email' ? box : `attributes.${box}`),
	id: 'email',
	read: brevo({ ...BREVO, operation: 'getAll', returnAll: true, options: {}, filters: {} }),
	create: ({ email: _email, ...values }) => upsertInBrevo(values, drag('Email')),
	update: ({ email: _email, ...values }, identifier) =>
		brevo({
			...BREVO,
			operation: 'update',
			identifier,
			updateAttributes: {
				updateAttributesValues: pairs(values, 'fieldName', 'fieldValue'),
			},
		}),
	upsert: ({ email: _email, ...values }, key) => upsertInBrevo(values, key),
};

function upsertInBrevo(values: Values, email: string) {
	const upsertAttributesValues = pairs(values, 'fieldName', 'fieldValue');
	return brevo({
		...BREVO,
		operation: 'upsert',
		email,
		upsertAttributes: { upsertAttributesValues },
	});
}

const activeCampaign = stepsOf('activeCampaign', 1, [
	'activeCampaignApi',
	'ActiveCampaign account',
]);

const ACTIVECAMPAIGN: Crm = {
	name: 'ActiveCampaign',
	status: 'as documented',
	instead:
		"Use *Customers to CRM*. n8n's node doesn't read your own fields, so it would mark removed customers again every night.",
	file: 'customers-to-crm.json',
	upsertsBy: 'by email: *Create*, with *Update if Exists* on',
	upsert: (_values, email) =>
		activeCampaign({
			resource: 'contact',
			operation: 'create',
			email,
			updateIfExists: true,
			additionalFields: { phone: drag('Phone') },
		}),
};

const MONDAY: Crm = {
	name: 'Monday.com',
	status: 'as documented',
	instead:
		"No drawing: n8n's node reads one group of a board, so items in other groups would be created again.",
};

export const SUITES: Crm[] = [
	ACTIVECAMPAIGN,
	BREVO_CRM,
	FRESHWORKS_CRM,
	HUBSPOT_COMPANIES,
	HUBSPOT_CONTACTS,
	DYNAMICS,
	MONDAY,
	ODOO,
	PIPEDRIVE,
	SALESFORCE,
	ZOHO,
];
