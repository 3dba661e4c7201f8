/** Why a file cannot be read, by the code of the system: the code for those who know it, and words. */
export function fileFault(code: string | undefined): string {
  const words = code === undefined ? undefined : WORDS[code];
  return [code ?? 'unknown', ...(words ? [words] : [])].join(': ');
}

const WORDS: Record<string, string> = {
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is a file',
  EPERM: 'it may not be read',
};
