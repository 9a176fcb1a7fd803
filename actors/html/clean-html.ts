// Cleans HTML that staff write: elements and attributes that are not on the list of allowed ones
// are removed, so that it can neither run a script nor load anything but pictures.

import type sanitizeHtml from 'sanitize-html';

/** Elements within elements beyond this depth are removed; deep nesting takes long to clean. */
const NESTING_MAX = 32;

const LENGTH = /^\d{1,4}(\.\d{1,2})?(px|pt|em|rem|%)?$/;
const BOX = /^\d{1,4}(px|pt|em|rem|%)?( \d{1,4}(px|pt|em|rem|%)?){0,3}$/;
const COLOUR = /^(#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\([\d., %]{1,40}\))$/i;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'div', 'span', 'br', 'hr', 'blockquote', 'pre', 'code'],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'ul', 'ol', 'li', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption'],
  ],
  allowedAttributes: {
    '*': ['style', 'align', 'dir', 'lang'],
    a: ['href', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    table: ['border', 'cellpadding', 'cellspacing', 'width'],
    td: ['colspan', 'rowspan', 'width', 'valign'],
    th: ['colspan', 'rowspan', 'width', 'valign'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: ['https', 'http'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  allowedStyles: {
    '*': {
      color: [COLOUR],
      'background-color': [COLOUR],
      'text-align': [/^(left|right|center|justify)$/],
      'font-weight': [/^(normal|bold|[1-9]00)$/],
      'font-style': [/^(normal|italic)$/],
      'font-family': [/^[\w ,'"-]{1,100}$/],
      'font-size': [LENGTH],
      'line-height': [LENGTH],
      width: [LENGTH],
      'max-width': [LENGTH],
      margin: [BOX],
      padding: [BOX],
    },
  },
  nestingLimit: NESTING_MAX,
};

/** The HTML with allowed elements, attributes and styles alone. */
export const cleanHtml = async (html: string): Promise<string> => {
  // Imported at first use: it is seldom needed, and takes memory.
  const { default: clean } = await import('sanitize-html');
  return clean(html, OPTIONS);
};
