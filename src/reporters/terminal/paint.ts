/** Puts a text into a style; without colours it stays as it is. */
export type Paint = (style: Style, text: string) => string;

export type Style = keyof typeof STYLES;

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

export function painter(color: boolean): Paint {
  return (style, text) => (color ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text);
}
