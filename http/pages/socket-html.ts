// The description of the live sockets as a page: plain HTML, made from the document alone.

import {
  codeHtml,
  escapeHtml,
  fieldsHtml,
  type ShownSchema,
  schemaHtml,
  sentenceHtml,
} from './schema-html.js';

interface MessageReference {
  readonly $ref: string;
}

interface ShownMessage {
  readonly summary: string;
  readonly payload: ShownSchema;
  readonly examples?: readonly { readonly payload: unknown }[];
}

interface ShownOperation {
  readonly action: 'receive' | 'send';
  readonly channel: MessageReference;
  readonly title: string;
  readonly description: string;
  readonly messages: readonly MessageReference[];
  readonly reply?: { readonly messages: readonly MessageReference[] };
}

interface ShownChannel {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly 'x-any-rights'?: readonly string[];
}

/** The parts of the document that the page shows. */
export interface SocketDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly channels: Readonly<Record<string, ShownChannel>>;
  readonly operations: Readonly<Record<string, ShownOperation>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, ShownSchema>>;
    readonly messages: Readonly<Record<string, ShownMessage>>;
  };
  readonly 'x-subprotocols': readonly { name: string; frames: string; contentType: string }[];
  readonly 'x-close-codes': readonly { readonly code: number; readonly says: string }[];
  readonly 'x-limits': readonly { name: string; value: number; says: string }[];
}

const keyOf = ({ $ref }: MessageReference): string => $ref.slice($ref.lastIndexOf('/') + 1);

const messageAt = (document: SocketDocument, reference: MessageReference): ShownMessage => {
  const message = document.components.messages[keyOf(reference)];
  if (message === undefined) throw new Error(`the document has no message ${reference.$ref}`);
  return message;
};

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const head = heads.map((one) => `<th>${one}</th>`).join('');
  const lines = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<table><tr>${head}</tr>\n${lines.join('\n')}</table>`;
};

/** A frame's `data`, and its codes where it is a refusal. */
const frameHtml = (title: string, { payload, examples = [] }: ShownMessage): string => {
  const { data, code } = payload.properties ?? {};
  const shown = data === undefined || data.type === 'null' ? '' : schemaHtml(data);
  const codes = code?.enum === undefined ? '' : `<p>${code.enum.map(codeHtml).join(' ')}</p>`;
  const sent = examples.map((one) => `<pre>${escapeHtml(JSON.stringify(one.payload))}</pre>`);
  if (shown + codes + sent.join('') === '') return '';
  return `<h5>${title}</h5>${codes}${shown}${sent.join('')}`;
};

const askedHtml = (document: SocketDocument, id: string, operation: ShownOperation): string => {
  const [request] = operation.messages.map((one) => messageAt(document, one));
  const [reply, refusal] = (operation.reply?.messages ?? []).map((one) => messageAt(document, one));
  const frames = [
    request && frameHtml('data of the request', request),
    reply && frameHtml('data of the reply', reply),
    refusal && frameHtml('codes of a refusal', refusal),
  ];
  return `<details id="${id}"><summary><code>${operation.title}</code>
${sentenceHtml(operation.description)}</summary>${frames.join('\n')}</details>`;
};

const sentHtml = (document: SocketDocument, reference: MessageReference): string => {
  const { summary, payload } = messageAt(document, reference);
  const { event, data, seq } = payload.properties ?? {};
  if (event === undefined || data === undefined) {
    const title = 'Refusal of a frame that is no request';
    return `<details><summary>${title}</summary>${fieldsHtml(payload)}</details>`;
  }
  const numbered = seq === undefined ? '' : ' <em>numbered</em>';
  return `<details id="${keyOf(reference)}"><summary><code>${escapeHtml(String(event.const))}</code>
${sentenceHtml(summary)}${numbered}</summary>${schemaHtml(data)}</details>`;
};

const channelHtml = (document: SocketDocument, key: string, channel: ShownChannel): string => {
  const own = Object.entries(document.operations).filter(
    ([, operation]) => keyOf(operation.channel) === key,
  );
  const asked = own.filter(([, { action }]) => action === 'receive');
  const sentMessages = own.flatMap(([, { action, messages }]) =>
    action === 'send' ? messages : [],
  );
  const rights = channel['x-any-rights'] ?? [];
  const needs = rights.length === 0 ? '' : `<p>Needs one of ${rights.map(codeHtml).join(' ')}.</p>`;
  const events = sentMessages.map((one) => sentHtml(document, one)).join('\n');
  return `<section id="channel-${key}"><h3>${escapeHtml(channel.title)}</h3>
<p>${codeHtml(channel.address)} ${sentenceHtml(channel.description)}</p>${needs}
<h4>Operations</h4>${asked.map(([id, one]) => askedHtml(document, id, one)).join('\n')}
<h4>Events</h4>${events}</section>`;
};

const SECTIONS: readonly (readonly [id: string, title: string])[] = [
  ['subprotocols', 'Subprotocols'],
  ['close-codes', 'Close codes'],
  ['limits', 'Limits'],
  ['schemas', 'Schemas'],
];

const navHtml = ({ channels }: SocketDocument): string => {
  const link = (id: string, title: string) => `<a href="#${id}">${escapeHtml(title)}</a>`;
  const parts = Object.keys(channels).map((key) => link(`channel-${key}`, key));
  const sections = SECTIONS.map(([id, title]) => link(id, title));
  return `<nav><a href="/docs">REST routes</a> <a href="/asyncapi.json">asyncapi.json</a>
${[...parts, ...sections].join(' ')}</nav>`;
};

const tablesHtml = (document: SocketDocument): Readonly<Record<string, string>> => ({
  subprotocols: table(
    ['name', 'frames', 'content'],
    document['x-subprotocols'].map(({ name, frames, contentType }) => [
      codeHtml(name),
      frames,
      contentType,
    ]),
  ),
  'close-codes': table(
    ['code', 'meaning'],
    document['x-close-codes'].map(({ code, says }) => [String(code), sentenceHtml(says)]),
  ),
  limits: table(
    ['name', 'value', 'what it bounds'],
    document['x-limits'].map(({ name, value, says }) => [
      codeHtml(name),
      value.toLocaleString('en'),
      sentenceHtml(says),
    ]),
  ),
  schemas: Object.entries(document.components.schemas)
    .map(
      ([name, schema]) =>
        `<section id="schema-${name}"><h3>${name}</h3>${schemaHtml(schema)}</section>`,
    )
    .join('\n'),
});

/** The page. */
export const socketHtml = (document: SocketDocument): string => {
  const { title, version, description } = document.info;
  const paragraphs = description.split('\n\n').map((one) => `<p>${sentenceHtml(one)}</p>`);
  const channels = Object.entries(document.channels).map(([key, one]) =>
    channelHtml(document, key, one),
  );
  const tables = tablesHtml(document);
  const sections = SECTIONS.map(
    ([id, name]) => `<section id="${id}"><h2>${name}</h2>${tables[id]}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/socket.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<h1>${escapeHtml(title)} <small>${escapeHtml(version)}</small></h1>
${navHtml(document)}
${paragraphs.join('\n')}
<h2>Operations and events</h2>
${channels.join('\n')}
${sections.join('\n')}
</body>
</html>
`;
};
