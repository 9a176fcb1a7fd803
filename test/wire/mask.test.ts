// Masks: what they fit, and that no mask takes long.

import t from 'tap';
import { maskFits, maskListFits } from '../../wire/mask.js';

t.test('A star stands for any run of characters, in either letter case', async (t) => {
  for (const mask of ['*', 'demo\\*', '*standard', 'd*o\\s*d', 'DEMO\\STANDARD', '**']) {
    t.ok(maskFits(mask, 'demo\\standard'), mask);
  }
  for (const mask of ['', 'demo', '*demo', 'demo\\*x', 'd.mo\\standard', '.*']) {
    t.notOk(maskFits(mask, 'demo\\standard'), mask);
  }
  t.ok(maskListFits('real\\*, demo\\*', 'demo\\standard'));
  t.notOk(maskListFits('demo\\*, !*standard', 'demo\\standard'));
});

t.test('A mask that almost fits in many ways is told at once', async (t) => {
  const text = 'a'.repeat(128);
  const masks = [`${'*a'.repeat(8)}b`, `${'a*'.repeat(60)}b`, `${'*'.repeat(127)}b`];
  for (const mask of masks) {
    const began = process.cpuUsage();
    let fitting = 0;
    for (let n = 0; n < 1_000; n += 1) fitting += Number(maskFits(mask, text));
    t.equal(fitting, 0);
    t.ok(process.cpuUsage(began).user < 1_000_000, `${mask}: a thousand in a second`);
  }
});
