/** Preloaded into an n8n: sends what is meant for other computers to the stand-ins, under the name of the host. */
const http = require('node:http');
const https = require('node:https');
const { syncBuiltinESMExports } = require('node:module');
const { urlToHttpOptions } = require('node:url');

const OWN = ['localhost', '127.0.0.1', '::1', '[::1]'];
const plain = http.request;

for (const module of [http, https]) {
	const { request } = module;
	module.request = (...args) => {
		const options = optionsIn(args);
		const host = options.hostname ?? options.host ?? 'localhost';
		if (OWN.includes(host)) return request(...args);
		const callback = args.find((arg) => typeof arg === 'function');
		return plain({ ...options, ...toStandIns(host, options.path ?? '/') }, callback);
	};
	module.get = (...args) => {
		const sent = module.request(...args);
		sent.end();
		return sent;
	};
}
syncBuiltinESMExports();

/** Node.js takes an address, options, or both. */
function optionsIn([first, second]) {
	const isAddress = typeof first === 'string' || first instanceof URL;
	if (!isAddress) return first;
	return { ...urlToHttpOptions(new URL(first)), ...(typeof second === 'object' && second) };
}

function toStandIns(host, path) {
	const own = { protocol: 'http:', hostname: '127.0.0.1', host: '127.0.0.1' };
	const port = process.env.STAND_INS_PORT;
	// Those of the caller are for TLS.
	const none = { agent: undefined, agents: undefined, createConnection: undefined };
	return { ...own, port, path: `/${host}${path}`, ...none };
}
