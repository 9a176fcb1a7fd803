// HTML of templates: what is allowed stays, what could run or load something is gone.

import t from 'tap';
import { startHashing } from '../../../actors/hashing/hashing.js';
import { cleanHtml } from '../../../actors/html/clean-html.js';
import { SERVER_SHARE } from '../../../actors/shared/fair-queue.js';
import { dataOf } from '../../support/desk-harness.js';

const KEPT: readonly string[] = [
  '<h1>A</h1><p style="color:#ff0000;font-size:12px">B <b>c</b><br />d</p>',
  '<a href="https://broker.example/x?a=1&amp;b=2" title="t">x</a>',
  '<a href="mailto:help@broker.example">x</a>',
  '<img src="https://broker.example/logo.png" alt="" width="10" />',
  '<table border="0" cellpadding="4"><tbody><tr><td colspan="2">{{code}}</td></tr></tbody></table>',
];

/** Ways around a list of what is allowed, and what is left of each. */
const BYPASSES: Readonly<Record<string, string>> = {
  '<script>alert(1)</script>x': 'x',
  '<ScRiPt src=//evil.example></sCrIpT>x': 'x',
  '<img src=x onerror=alert(1)>': '<img src="x" />',
  '<img src="javascript:alert(1)">': '<img />',
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">': '<img />',
  '<img src="//evil.example/x.png">': '<img />',
  '<img srcset="https://evil.example/x 2x">': '<img />',
  '<a href="jAvAsCrIpT:alert(1)">x</a>': '<a>x</a>',
  '<a href="java\tscript:alert(1)">x</a>': '<a>x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>': '<a>x</a>',
  '<a href="data:text/html,x">x</a>': '<a>x</a>',
  '<svg><script>alert(1)</script></svg>': '',
  '<svg><style><img src=x onerror=alert(1)></style></svg>': '',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>': '',
  '<iframe src="https://evil.example"></iframe>': '',
  '<object data="x"></object><embed src="x">': '',
  '<form action="https://evil.example"><input name="p"></form>': '',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">': '',
  '<base href="https://evil.example/"><link rel="stylesheet" href="x">': '',
  '<p style="background-image:url(https://evil.example/x)">x</p>': '<p>x</p>',
  '<p style="width:expression(alert(1))">x</p>': '<p>x</p>',
  '<p style="position:fixed;color:red">x</p>': '<p style="color:red">x</p>',
  '<p onclick="alert(1)">x</p>': '<p>x</p>',
  '<!--[if IE]><script>alert(1)</script><![endif]-->x': 'x',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">': '<p></p>',
};

t.test('Allowed elements, attributes and styles stay as they are', async (t) => {
  for (const html of KEPT) t.equal(await cleanHtml(html), html);
});

t.test('Whatever could run or load something is removed', async (t) => {
  for (const [html, left] of Object.entries(BYPASSES)) {
    const cleaned = await cleanHtml(html);
    t.equal(cleaned, left, html);
    t.equal(await cleanHtml(cleaned), cleaned, 'cleaning again changes nothing');
  }
});

t.test('Deep nesting is cut off, in the thread of the hasher', async (t) => {
  const hashing = startHashing((error) => t.fail(error.message));
  t.teardown(() => hashing.close());
  const nested = '<b>'.repeat(10_000);
  const cleaned = dataOf(await hashing.clean(`${nested}x`, SERVER_SHARE));
  t.ok((cleaned.match(/<b>/g) ?? []).length <= 32);
  t.equal(dataOf(await hashing.clean('<p>x</p><script>y</script>', SERVER_SHARE)), '<p>x</p>');
});
