// QR codes: a text that a phone reads from the screen.

import makeQr from 'qrcode-generator';

interface QrProps {
  readonly text: string;
  /** The description of the code for screen readers. */
  readonly label: string;
}

/** A QR code, black on white in every theme. */
export const Qr = ({ text, label }: QrProps) => {
  const qr = makeQr(0, 'M');
  qr.addData(text);
  qr.make();
  const count = qr.getModuleCount();
  const cells = Array.from({ length: count * count }, (_, at) => {
    const [row, column] = [Math.floor(at / count), at % count];
    return qr.isDark(row, column) ? `M${column + 4} ${row + 4}h1v1h-1z` : '';
  });
  return (
    <svg class="qr" viewBox={`0 0 ${count + 8} ${count + 8}`} role="img" aria-label={label}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={cells.join('')} fill="#000" />
    </svg>
  );
};
