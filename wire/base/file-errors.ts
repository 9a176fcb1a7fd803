// Why a file could not be read or written, in words of the operator and not of the system.

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'not permitted to this user',
  EEXIST: 'a file of this name exists',
  EISDIR: 'a folder, not a file',
  ELOOP: 'links in a circle',
  ENAMETOOLONG: 'too long a name',
  ENOENT: 'no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file where a folder should be',
  EPERM: 'not permitted to this user',
  EROFS: 'a disk that can only be read',
};

/** The reason for which an access to a file failed; of another error its message. */
export const fileReason = (error: unknown): string => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
};
