/** Stands at the start of the file: spreadsheets then read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What spreadsheets take for the start of a formula, in either width. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** The same within a text, where a spreadsheet of another language begins a cell, or a line that is no sentence. */
const FORMULA_WITHIN =
  /([;\t] *)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|([\r\n] *)(?=[=@\uFF1D\uFF20]|[+-]\S*[|(])/g

/** A line of a CSV (RFC 4180), with its end. A text that a spreadsheet would run has `'` before it; a number has not. */
export function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  const text = (FORMULA.test(value) ? `'${value}` : value).replaceAll(FORMULA_WITHIN, "$1$2'")
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
