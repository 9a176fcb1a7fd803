// The child process that scans a log: if the file crashes it, only it dies.

import { writeSync } from 'node:fs';
import { scan } from '../../storage/scan.js';

const [folder = '', fromSeq = '1', every = '1'] = process.argv.slice(2);

let told = 0;
const result = scan(folder, Number(fromSeq), (seq) => {
  if (seq - told < Number(every)) return;
  told = seq;
  writeSync(1, `${seq}\n`);
});
writeSync(1, `${JSON.stringify(result)}\n`);
