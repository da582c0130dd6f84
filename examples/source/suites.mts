import {
	DOCUMENTED,
	drag,
	entered,
	flag,
	mapped,
	NO,
	operationsOf,
	pairs,
	YES,
	type Credential,
	type Crm,
	type Values,
} from './crm.mts';

const ACTIVECAMPAIGN: Credential = ['activeCampaignApi', 'ActiveCampaign account'];
const activeCampaign = operationsOf('activeCampaign', 1, ACTIVECAMPAIGN, { resource: 'contact' });

const BREVO: Credential = ['sendInBlueApi', 'Brevo account'];
const brevo = operationsOf('sendInBlue', 1, BREVO, { resource: 'contact' });

const FRESHWORKS: Credential = ['freshworksCrmApi', 'Freshworks CRM account'];
const freshworks = operationsOf('freshworksCrm', 1, FRESHWORKS, { resource: 'contact' });

const HUBSPOT: Credential = ['hubspotAppToken', 'HubSpot Service Key account'];
const APP_TOKEN = { authentication: 'appToken' };
const hubspotContact = operationsOf('hubspot', 2.2, HUBSPOT, APP_TOKEN);
const hubspotCompany = operationsOf('hubspot', 2.2, HUBSPOT, { ...APP_TOKEN, resource: 'company' });
const COMPANY_BOXES = { code: 'customer_code', company: 'name', phone: 'phone', city: 'city' };

const DATAVERSE: Credential = ['microsoftDataverseOAuth2Api', 'Microsoft Dataverse account'];
const ACCOUNTS = { entitySet: entered('id', 'accounts') };
const dataverse = operationsOf('microsoftDataverse', 1, DATAVERSE, ACCOUNTS);

const ODOO: Credential = ['odooApiKeyApi', 'Odoo (API Key) account'];
const odoo = operationsOf('odoo', 2, ODOO, { resource: 'contact' });
const ODOO_ACTIVE = 'x_customer_active';
const ODOO_BOXES = { code: 'ref', company: 'name', email: 'email', phone: 'phone', city: 'city' };

const PIPEDRIVE: Credential = ['pipedriveApi', 'Pipedrive account'];
const pipedrive = operationsOf('pipedrive', 2, PIPEDRIVE, { resource: 'organization' });

const SALESFORCE: Credential = ['salesforceOAuth2Api', 'Salesforce account'];
const salesforce = operationsOf('salesforce', 1, SALESFORCE, { resource: 'account' });
const SALESFORCE_ACTIVE = 'Customer_Active__c';

const ZOHO: Credential = ['zohoOAuth2Api', 'Zoho account'];
const zoho = operationsOf('zohoCrm', 1, ZOHO, { resource: 'account' });

export const SUITES: Crm[] = [
	{
		name: 'ActiveCampaign',
		instead: "Use *Changes to CRM*: n8n's node doesn't read fields of your own.",
		file: 'changes-to-crm.json',
		upsertsBy: 'by email: *Create*, with *Update if Exists* on',
		upsert: (_values, email) =>
			activeCampaign('create', {
				email,
				updateIfExists: true,
				additionalFields: { phone: drag('record.Phone') },
			}),
	},
	{
		name: 'Brevo',
		tried: DOCUMENTED,
		needs: 'Contact attributes *COMPANY* and *CITY* (text) and *ACTIVE* (yes/no).',
		limits: ['The whole name goes into *LASTNAME* once, so that you can split it.'],
		matchedBy: 'email',
		boxes: { email: 'email', company: 'COMPANY', contact: 'LASTNAME', city: 'CITY' },
		createdOnly: ['contact'],
		active: flag('ACTIVE', YES, NO),
		emptyText: true,
		at: (box) => (box === 'email' ? box : `attributes.${box}`),
		id: 'email',
		read: brevo('getAll', { returnAll: true, options: {}, filters: {} }),
		create: (values) => inBrevo('upsert', values, { email: drag('Email') }),
		update: (values, identifier) => inBrevo('update', values, { identifier }),
		upsert: (values, email) => inBrevo('upsert', values, { email }),
	},
	{
		name: 'Freshworks CRM',
		tried: DOCUMENTED,
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
		active: flag('contact_status_id', '', '', '5'),
		id: 'id',
		read: freshworks('getAll', { view: '', returnAll: true }),
		create: ({ first_name: firstName = '', last_name: lastName = '', email = '', ...values }) =>
			freshworks('create', { firstName, lastName, emails: email, additionalFields: values }),
		update: (updateFields, contactId) => freshworks('update', { contactId, updateFields }),
	},
	{
		name: 'HubSpot companies',
		tried: DOCUMENTED,
		needs: 'Two company properties: *customer_code* (text) and *active* (checkbox).',
		limits: ['The node does not say why HubSpot refused somebody.'],
		matchedBy: 'code',
		boxes: COMPANY_BOXES,
		active: flag('active', 'true', 'false'),
		emptyText: true,
		at: valueOf,
		id: 'companyId',
		read: hubspotCompany('getAll', {
			returnAll: true,
			options: included([...Object.values(COMPANY_BOXES), 'active']),
		}),
		create: ({ name = '', ...values }) =>
			hubspotCompany('create', { name, additionalFields: customProperties(values) }),
		update: (values, id) =>
			hubspotCompany('update', {
				companyId: entered('id', id),
				updateFields: customProperties(values),
			}),
	},
	{
		name: 'HubSpot contacts',
		tried: DOCUMENTED,
		needs: 'A contact property *active* (checkbox).',
		limits: ['The whole name goes into *Last Name* once, so that you can split it.'],
		matchedBy: 'email',
		boxes: {
			email: 'email',
			company: 'company',
			contact: 'lastname',
			phone: 'phone',
			city: 'city',
		},
		createdOnly: ['contact'],
		active: flag('active', 'true', 'false'),
		emptyText: true,
		at: valueOf,
		id: valueOf('email'),
		read: hubspotContact('getAll', {
			returnAll: true,
			additionalFields: {
				formSubmissionMode: 'none',
				listMemberships: false,
				...included(['email', 'company', 'phone', 'city', 'active']),
			},
		}),
		create: (values) => upsertContact(values, drag('Email')),
		update: upsertContact,
		upsert: upsertContact,
	},
	{
		name: 'Microsoft Dynamics CRM',
		needsN8n2: true,
		tried: DOCUMENTED,
		needs: 'Nothing: the code goes into *Account Number*, and removed customers are deactivated.',
		limits: ["It uses n8n's node for Microsoft Dataverse."],
		matchedBy: 'code',
		boxes: {
			code: 'accountnumber',
			company: 'name',
			email: 'emailaddress1',
			phone: 'telephone1',
			city: 'address1_city',
			creditLimit: 'creditlimit',
		},
		// Without a status reason, an account gets the first one of its status.
		active: flag('statecode', '={{ 0 }}', '={{ 1 }}', '1'),
		id: 'accountid',
		read: dataverse('getAll', { returnAll: true, getAllOptions: {} }),
		saves: {
			// A new account is active.
			create: dataverse('create', { fieldsJson: rowWithout('statecode') }),
			update: dataverse('update', {
				recordId: entered('id', drag('accountid')),
				fieldsJson: rowWithout('accountid'),
			}),
		},
		upsertsBy: 'by the code, as an alternate key',
		upsert: ({ accountnumber: _code, ...values }, code) =>
			dataverse('upsert', {
				identifierType: 'alternateKey',
				alternateKey: `=accountnumber='${code.slice(1)}'`,
				...inDataverse(values),
			}),
	},
	{
		name: 'Monday.com',
		instead:
			"No drawing: n8n's node reads one group of a board, so items in other groups would be created again.",
	},
	{
		name: 'Odoo',
		needsN8n2: true,
		tried: DOCUMENTED,
		needs: `A checkbox for contacts: *${ODOO_ACTIVE}*. The code goes into *ref* (Reference).`,
		limits: ["Don't archive contacts: archived ones are not read, and would be created again."],
		matchedBy: 'code',
		boxes: ODOO_BOXES,
		active: flag(ODOO_ACTIVE, true, false),
		id: 'id',
		read: odoo('getAll', {
			returnAll: true,
			filters: {},
			options: { fieldsList: [...Object.values(ODOO_BOXES), ODOO_ACTIVE] },
		}),
		saves: {
			create: odoo('create', { fieldsToSend: mapped() }),
			update: odoo('update', { contactId: entered('id', drag('id')), fieldsToSend: mapped() }),
		},
	},
	{
		name: 'Pipedrive',
		needsN8n2: true,
		tried: DOCUMENTED,
		needs:
			'Two text fields for organizations: *Customer code* and *Customer status*, because it has no yes/no fields.',
		matchedBy: 'code',
		boxes: { code: 'Customer code', company: 'name' },
		active: flag('Customer status', 'customer', 'removed', 'removed'),
		at: (box) => (box === 'name' ? box : `custom_fields['${box}']`),
		id: 'id',
		read: pipedrive('getAll', { returnAll: true, filters: {} }),
		create: ({ name = '', ...values }) =>
			pipedrive('create', { name, additionalFields: customFields(values) }),
		update: ({ name, ...values }, organizationId) =>
			pipedrive('update', {
				organizationId,
				updateFields: { ...(name !== undefined && { name }), ...customFields(values) },
			}),
	},
	{
		name: 'Salesforce',
		tried: DOCUMENTED,
		needs: 'A checkbox for accounts: *Customer Active*. The code goes into *Account Number*.',
		matchedBy: 'code',
		boxes: { code: 'accountNumber', company: 'name', phone: 'phone', city: 'billingCity' },
		active: flag(SALESFORCE_ACTIVE, YES, NO),
		at: (box) => `${box.charAt(0).toUpperCase()}${box.slice(1)}`,
		id: 'Id',
		read: salesforce('getAll', {
			returnAll: true,
			options: { fields: `Id,Name,AccountNumber,Phone,BillingCity,${SALESFORCE_ACTIVE}` },
		}),
		create: ({ name = '', ...values }) =>
			salesforce('create', { name, additionalFields: inSalesforce(values) }),
		update: (values, accountId) =>
			salesforce('update', { accountId, updateFields: inSalesforce(values) }),
		upsertsBy: 'by a text field that is marked as External ID',
		upsert: ({ name = '', accountNumber: _code, ...values }, externalIdValue) =>
			salesforce('upsert', {
				externalId: 'Customer_Code__c',
				externalIdValue,
				name,
				additionalFields: inSalesforce(values),
			}),
	},
	{
		name: 'Zoho CRM',
		tried: DOCUMENTED,
		needs:
			'Two fields for accounts: *Customer Code* (text, because account numbers take only digits) and *Customer Active* (checkbox).',
		matchedBy: 'code',
		boxes: { code: 'Customer_Code', company: 'Account_Name', phone: 'Phone', city: 'Billing_City' },
		active: flag('Customer_Active', YES, NO),
		id: 'id',
		read: zoho('getAll', { returnAll: true, options: {} }),
		create: (values) => newInZoho('create', values),
		update: (values, accountId) => zoho('update', { accountId, updateFields: inZoho(values) }),
		upsertsBy: 'by *Account Name* or a unique field, so equal names become one account',
		upsert: (values) => newInZoho('upsert', values),
	},
];

function inBrevo(
	operation: 'upsert' | 'update',
	{ email: _email, ...values }: Values,
	key: Record<string, string>,
) {
	const attributes = pairs(values, 'fieldName', 'fieldValue');
	return brevo(operation, {
		...key,
		[`${operation}Attributes`]: { [`${operation}AttributesValues`]: attributes },
	});
}

function upsertContact({ email: _email, ...values }: Values, email: string) {
	return hubspotContact('upsert', {
		email,
		additionalFields: customProperties(values),
		// Otherwise each contact takes two requests.
		options: { resolveData: true },
	});
}

/** The node's other boxes skip what is empty, so it would never be cleared. */
function customProperties(values: Values) {
	return { customPropertiesUi: { customPropertiesValues: pairs(values, 'property', 'value') } };
}

function included(properties: string[]) {
	return { propertiesCollection: { propertiesValues: { properties, propertyMode: 'valueOnly' } } };
}

/** Where HubSpot's node outputs a property. */
function valueOf(property: string) {
	return `properties.${property}.value`;
}

/** JSON of a row, but for a field that is not to be sent. */
function rowWithout(field: string) {
	return `={{ $json.removeField('${field}') }}`;
}

function inDataverse(values: Values) {
	return { inputMode: 'fields', fieldsCollection: { field: pairs(values, 'name', 'value') } };
}

function customFields(values: Values) {
	return { customFields: { property: pairs(values, 'name', 'value') } };
}

function inSalesforce({ [SALESFORCE_ACTIVE]: value = YES, ...values }: Values) {
	return {
		...values,
		customFieldsUi: { customFieldsValues: [{ fieldId: SALESFORCE_ACTIVE, value }] },
	};
}

function newInZoho(operation: string, { Account_Name: accountName = '', ...values }: Values) {
	return zoho(operation, { accountName, additionalFields: inZoho(values) });
}

function inZoho({ Account_Name, Phone, Billing_City, ...values }: Values) {
	// The collection *Billing Address* would empty the street and all else in it.
	const city = Billing_City !== undefined && { '=Billing_City': Billing_City };
	return {
		...(Account_Name !== undefined && { Account_Name }),
		...(Phone !== undefined && { Phone }),
		customFields: { customFields: pairs({ ...city, ...values }, 'fieldId', 'value') },
	};
}
