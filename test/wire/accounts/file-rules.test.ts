// Which files can be attached: plain names, bounded sizes, contents that fit their names.

import t from 'tap';
import type { NewFile } from '../../../wire/accounts/file.js';
import { FILE_BYTES_MAX, filesFault, mediaTypeOf } from '../../../wire/accounts/file-rules.js';

/** A file of each ending, by its first bytes. */
const SAMPLES: Readonly<Record<string, string | Buffer>> = {
  'png PNG': '\x89PNG\r\n\x1a\n',
  'jpg jpeg JPeG': Buffer.from('ffd8ffe0', 'hex'),
  bmp: 'BM',
  gif: 'GIF89a',
  'zip docx xlsx odt': 'PK\x03\x04',
  '7z': Buffer.from('377abcaf271c', 'hex'),
  'doc xls': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  rtf: '{\\rtf1',
  'csv txt log': 'a;b\r\n\xe4',
  pdf: '%PDF-1.7',
};

const file = (name: string, content: string | Buffer = 'x', size?: number): NewFile => {
  const begin = Buffer.from(content as string, 'latin1');
  return { name, bytes: Buffer.concat([begin], size ?? begin.length) };
};

const samples = Object.entries(SAMPLES).flatMap(([endings, content]) =>
  endings.split(' ').map((ending) => [ending, content] as const),
);

const faultOf = (one: NewFile): string | undefined => filesFault([one], [], 'attachments');

t.test('a file of each of the 17 endings passes with its own first bytes', async (t) => {
  t.equal(new Set(samples.map(([ending]) => ending.toLowerCase())).size, 17);
  for (const [ending, content] of samples) {
    const name = `Statement of May.${ending}`;
    t.equal(faultOf(file(name, content)), undefined, ending);
    t.not(mediaTypeOf(name), 'application/octet-stream', ending);
  }
  for (const content of ['PK\x05\x06', 'PK\x07\x08']) {
    t.equal(faultOf(file('a.zip', content)), undefined);
    t.match(faultOf(file('a.docx', content)), /^attachments\.0\.content: is no \.docx file/);
  }
  t.equal(faultOf(file('a.gif', 'GIF87a')), undefined);
});

t.test('a file with the first bytes of another kind is refused', async (t) => {
  const texts = ['csv', 'txt', 'log'];
  for (const [ending] of samples.filter(([one]) => !texts.includes(one))) {
    t.match(faultOf(file(`a.${ending}`, 'MZ\x90\0')), /^attachments\.0\.content: is no \./, ending);
    t.match(faultOf(file(`a.${ending}`, '<')), /it begins with 3c, not with /, ending);
  }
  t.equal(
    faultOf(file('a.pdf', 'PK\x03\x04 rest')),
    'attachments.0.content: is no .pdf file: it begins with 50 4b 03 04 20, ' +
      'not with 25 50 44 46 2d',
  );
  for (const ending of texts) {
    t.equal(
      faultOf(file(`a.${ending}`, 'text\0')),
      `attachments.0.content: is no .${ending} file: it has a NUL at byte 4`,
    );
  }
});

t.test(
  'a name has 1 to 128 characters, no path, quotes, breaks or unseen characters',
  async (t) => {
    const fine = [
      'a.txt',
      'Kontoauszug März 2026 (2).TXT',
      '取引履歴.txt',
      'a.exe.txt',
      '%2e%2e%2fpasswd.txt',
      'console.txt',
      `${'😀'.repeat(128 - 4)}.txt`,
    ];
    for (const name of fine) t.equal(faultOf(file(name)), undefined);
    const refused: readonly (readonly [name: string, why: RegExp])[] = [
      [`${'a'.repeat(128 - 3)}.txt`, /at most 128 characters, and has 129/],
      ['', /must end in one of \.png \.jpg .*\.pdf$/],
      ['a', /must end in one of/],
      ['a.', /must end in one of/],
      ['a.svg', /must end in one of/],
      ['a.html', /must end in one of/],
      ['a.txt.exe', /must end in one of/],
      ['a.txt ', /must end in one of/],
      ['a.constructor', /must end in one of/],
      ['.txt', /must not begin with a dot/],
      ['...txt', /must not begin with a dot/],
      [' a.txt', /must not begin with a dot or a space/],
      ['../../etc/passwd.txt', /without a path/],
      ['..\\a.txt', /without a path/],
      ['/a.txt', /without a path/],
      ['C:a.txt', /without a path/],
      ['a"b.txt', /must not have quotes/],
      ["a'b.txt", /must not have quotes/],
      ['a\r\nb.txt', /must not have line breaks/],
      ['a\0.txt', /must not have line breaks/],
      ['a\u2028b.txt', /must not have line breaks/],
      ['a\u202Etxt.pdf', /direction marks/],
      ['a\u200Bb.txt', /invisible/],
      ['a\ud800.txt', /half characters/],
      ['CON.txt', /name of a device/],
      ['com1 .txt', /name of a device/],
      ['nul.tar.zip', /name of a device/],
    ];
    for (const [name, why] of refused) {
      const fault = faultOf(file(name));
      t.match(fault, why);
      t.match(fault, /^attachments\.0\.name: must /);
    }
  },
);

t.test('a file has 1 byte to 1 MB, a message 5 files and 2 MB', async (t) => {
  const sized = (size: number): NewFile => file('a.txt', 'x', size);
  const full = Buffer.alloc(FILE_BYTES_MAX, 'x');
  t.equal(faultOf(file('a.txt', full)), undefined);
  t.equal(
    faultOf(file('a.txt', Buffer.alloc(FILE_BYTES_MAX + 1, 'x'))),
    'attachments.0.content: must have 1 to 1048576 bytes, and has 1048577',
  );
  t.match(faultOf(sized(0)), /must have 1 to 1048576 bytes, and has 0/);
  const five = Array.from({ length: 5 }, () => file('a.txt'));
  t.equal(filesFault(five, [], 'attachments'), undefined);
  t.equal(
    filesFault([...five, file('a.txt')], [], 'attachments'),
    'attachments: a message has at most 5 files, and would have 6',
  );
  t.match(filesFault(five, [{ size: 1 }], 'attachments'), /at most 5 files, and would have 6/);
  const two = [file('a.txt', full), file('b.txt', full)];
  t.equal(filesFault(two, [], 'attachments'), undefined);
  t.equal(
    filesFault(two, [{ size: 1 }], 'attachments'),
    'attachments: all files have at most 2097152 bytes, and would have 2097153',
  );
});

t.test('a fault names the field of its file', async (t) => {
  const files = [file('a.txt'), file('b.exe')];
  t.match(filesFault(files, [], 'attachments'), /^attachments\.1\.name: must end in one of/);
  t.match(
    filesFault([file('b.exe')], [], 'file', () => 'file'),
    /^file\.name: must end/,
  );
});

t.test('the media type of another ending is that of unknown bytes', async (t) => {
  t.equal(mediaTypeOf('a.html'), 'application/octet-stream');
  t.equal(mediaTypeOf('a.PDF'), 'application/pdf');
});
