// The page: the host's tools with what the main process decided, and a list of the user's own, graded here.
import { classify } from 'mcp-tool-risk';

const { host } = window;
const byId = (id) => document.getElementById(id);

/** What servers wrote is text, never markup. */
function show(table, rows) {
  table.replaceChildren(
    ...rows.map((cells) => {
      const row = document.createElement('tr');
      row.append(...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
      return row;
    }),
  );
}

function grade() {
  try {
    show(byId('own'), classify(byId('list').value).map(({ tool, annotations }) => [tool ?? '(none)', annotations.category, annotations.riskLevel]));
  } catch (error) {
    show(byId('own'), [[error.message]]);
  }
}

async function call() {
  const [server, tool] = byId('tool').value.split(' ');
  const { effect, message } = await host.decide({ server, tool, arguments: byId('arguments').value });
  show(byId('decision'), [[effect, message]]);
}

async function start() {
  byId('list').addEventListener('input', grade);
  byId('call').addEventListener('click', () => void call());
  grade();
  const tools = await host.tools();
  show(byId('tools'), tools.map(({ server, tool, profile, decision }) => [server, tool, profile.fields.category.value, profile.fields.riskLevel.value, decision.message]));
  byId('tool').append(...tools.map(({ server, tool }) => new Option(`${server}: ${tool}`, `${server} ${tool}`)));
  document.body.dataset.ready = '';
}

void start();
