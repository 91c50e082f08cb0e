// What the command line shows.
import { plain, table } from './table.js';

/** `name: deletes items that its arguments name`, from the strongest evidence. */
function strongest(evidence) {
  const [first] = evidence;
  return first ? `“${plain(first.seen)}” ${first.says}` : 'nothing to go by';
}

/** The lines of `classify` as a table. */
export function classification(lines, width) {
  const columns = [
    { title: 'TOOL', most: 34 },
    { title: 'CATEGORY' },
    { title: 'RISK' },
    { title: 'APPROVAL' },
    { title: 'STRONGEST EVIDENCE' },
  ];
  const rows = lines.split('\n').filter(Boolean).map((line) => {
    const { tool, annotations, unknown, evidence, diagnostics } = JSON.parse(line);
    const shown = (field) => (unknown.includes(field) ? `${annotations[field]}?` : annotations[field]);
    const why = tool === null ? diagnostics[0].message : strongest(evidence);
    return [tool ?? '(none)', shown('category'), shown('riskLevel'), shown('approvalRecommendation'), why];
  });
  return table(columns, rows, width);
}
