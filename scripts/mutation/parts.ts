/** What is changed and measured in one go. */
export interface Part {
  /** A folder, a file, or a glob of files. */
  path: string;
  /** A glob of the folders whose tests are asked: that of the files, and of what they do together. */
  tests: string;
  /** Glob of the files that are changed. */
  files: string;
  /** Of its reports, without an ending. */
  report: string;
}

/** Each takes half an hour at most where nothing else goes on; together they are all of the judging code. */
const PATHS = ['src/engine/judge', 'src/engine/steps', 'src/engine/*.ts', 'src/cases', 'src/dialect'];

/** Those of all parts that lie in the paths, or each path by itself where it is smaller than a part; default: all. */
export function partsOf(asked: readonly string[]): Part[] {
  const paths = asked.flatMap((path) => {
    const within = PATHS.filter((part) => part.startsWith(path));
    return within.length > 0 ? within : [path];
  });
  return (asked.length > 0 ? paths : PATHS).map((path) => ({
    path,
    tests: `{src,test}/${path.split('/')[1]}`,
    files: path.endsWith('.ts') ? path : `${path}/**/*.ts`,
    report: `mutation-${path.replaceAll(/\W+/g, '-')}`,
  }));
}
