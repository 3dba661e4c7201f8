/** Why a file cannot be read: the system's code for those who know it, and words. */
export function readProblem(code: string | undefined): string {
  const words = code === undefined ? undefined : WORDS[code];
  return [code ?? 'unknown', ...(words ? [words] : [])].join(': ');
}

/** Why a file or folder cannot be written, in words; undefined: there are none for that code. */
export function writeProblem(code: string | undefined): string | undefined {
  return code === undefined ? undefined : OF_WRITING[code];
}

const OF_WRITING: Record<string, string> = {
  EACCES: 'the folder may not be written to',
  EPERM: 'the folder may not be written to',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'there is a file where the folder should be',
  EISDIR: 'there is a folder where the file should be',
};

const WORDS: Record<string, string> = {
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is a file',
  EPERM: 'it may not be read',
};
