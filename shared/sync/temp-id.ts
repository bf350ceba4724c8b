const PREFIX = 'tmp_'

/** A temporary id for a document made on this computer: `tmp_` and a uuid. It is unique for good (SY8). */
export function makeTempId(uuid: string): string {
  return `${PREFIX}${uuid}`
}

export function isTempId(id: string): boolean {
  return id.startsWith(PREFIX)
}
