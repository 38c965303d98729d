/** Paths of this machine in what a compiler printed. Each pattern here takes time in proportion to the line. */

/** Where the sandbox has a run's files. */
const workFolder = '/minos-work';

/** How some write the path of a file. */
const addresses = ['jar:file://', 'jar:file:', 'file://', 'file:', ''];

/** Without the folders of the system, that in which a run happens, and `folders`. */
export function hidePaths(line: string, folders: readonly string[]): string {
  return replacePaths(hideSystem(hideFolders(line, [...folders, workFolder])), nameObject);
}

function hideFolders(line: string, folders: readonly string[]): string {
  let shown = line;
  for (const folder of folders) {
    // Most lines speak of none.
    if (!shown.includes(folder)) continue;
    for (const address of addresses) shown = shown.replaceAll(`${address}${folder}/`, '');
    shown = shown.replaceAll(folder, '.');
  }
  return shown;
}

/** Of a header of the library its name as one includes it, of anything else the last part of its path. */
function hideSystem(line: string): string {
  return line
    .replaceAll(/\/usr\/include\/(?:[\w-]+\/)?(?:c\+\+\/\d+\/)?(?=[\w])/g, '')
    .replaceAll(
      /(?:(?:jar:)?file:(?:\/\/)?)?(?:\/usr)?\/(?:bin|lib|lib32|lib64|libexec|include|share)\/(?:[^\s:'"`()]*\/)?(?=[\w])/g,
      '',
    );
}

/**
 * Calls `replace` with every word that may be a path. A pattern that began with any folder would be tried from each of a
 * path's parts on, to its end.
 */
export function replacePaths(line: string, replace: (path: string) => string): string {
  return line.replaceAll(/[\w./-]+/g, replace);
}

/** GNU's compilers give what they pass on to the linker a name by chance. */
function nameObject(path: string): string {
  return path.replace(/^(?:.*\/)?cc[A-Za-z0-9]{6}\.(?:ltrans\d+\.)?o$/, 'main.o');
}
