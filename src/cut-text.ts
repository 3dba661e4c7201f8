/** A text cut to a number of characters; an ellipsis stands for the rest. No character is cut in half. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${startOf(text, most - 1)}…`;
}

/** The beginning of a longer text, with how long all of it is. */
export function cutTextCounted(text: string, most: number): string {
  return text.length <= most ? text : `${startOf(text, most)}… [${text.length} characters]`;
}

/** The first characters, up to a number. */
export function startOf(text: string, most: number): string {
  return text.slice(0, isHalved(text, most) ? most - 1 : most);
}

/** Whether a place is within a character that takes two units. */
export function isHalved(text: string, at: number): boolean {
  return at > 0 && /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
}
