/** Start of the file, by which spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** First characters of a formula in spreadsheets, in full and half width. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Formula starts inside a text, where spreadsheets of other languages begin a cell, or at a line that is no sentence.
 */
const FORMULA_WITHIN =
  /([;\t] *)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|([\r\n] *)(?=[=@\uFF1D\uFF20]|[+-]\S*[|(])/g

/**
 * One line of a CSV (RFC 4180), with its end. Texts that a spreadsheet would run get a leading `'`; numbers do not.
 */
export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  const text = (FORMULA.test(value) ? `'${value}` : value).replaceAll(FORMULA_WITHIN, "$1$2'")
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
