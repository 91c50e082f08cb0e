// The same from CommonJS.
import risk = require('mcp-tool-risk');
import slim = require('mcp-tool-risk/slim');

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(equal: Equal<A, B>): void {
  void equal;
}

same<typeof slim, typeof risk>(true);
const found: risk.Classification[] = risk.classify('{"tools": []}');
const alike: slim.Classification[] = found;
void alike;
const decision: risk.Decision = new risk.Gate('strict').decide({ server: 'a', tool: 'b' });
if (decision.effect === 'deny') same<typeof decision.code, risk.ErrorCode | undefined>(true);
