// n8n loads only .js files from a folder of custom nodes.
module.exports = require('./requestHelper.mts');
