/** A new id for a row of an array or blocks field: 24 hex digits, as the server makes them (S3.12). */
export function newRowId(random: () => number = Math.random): string {
  let id = ''
  while (id.length < 24)
    id += Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')
  return id
}
