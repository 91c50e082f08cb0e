// The same from CommonJS.
import risk = require('mcp-tool-risk');
import slim = require('mcp-tool-risk/slim');

const found: risk.Classification[] = risk.classify('{"tools": []}');
const alike: slim.Classification[] = found;
void alike;
