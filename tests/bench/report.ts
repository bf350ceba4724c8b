import { cpus, loadavg, totalmem, type } from 'node:os'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Speed } from './calibrate.ts'
import { root } from '../integration/support/cms-template.ts'

/** One line of the table, as printed. */
export type Line = { what: string; bar: string; measured: string; web: string; meets: boolean | null }

const PAGE = path.join(root, 'docs/performance.md')
const BEGIN = '<!-- figures: written by npm run bench -- --write -->'
const END = '<!-- end of figures -->'

/** Formats milliseconds, small ones with a tenth. */
export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ms`
}

/** The calibration that scales a bar: work in the page, or outside of it. */
export type Scale = 'page' | 'worker'

/** A line that is complete after the second calibration. */
export type Unscaled = (speed: Speed) => Line

/** Returns a line whose bar is in milliseconds on the reference machine. */
export function timed(what: string, bar: number, by: Scale, measured: number, web: string): Unscaled {
  return (speed) => {
    const here = bar * speed[by]
    return {
      what,
      bar: `${round(bar)} × ${speed[by].toFixed(2)} = ${round(here)} ms`,
      measured: ms(measured),
      web,
      meets: measured <= here,
    }
  }
}

/** Returns a line with a figure without a bar. */
export function beside(what: string, measured: string, web = '–'): Line {
  return { what, bar: '–', measured, web, meets: null }
}

function round(value: number): string {
  return value < 10 ? String(Number(value.toFixed(1))) : Math.round(value).toLocaleString('en')
}

/** Returns the calibration as text, for the head of the table. */
export function calibration({ page, worker, pageMs, workerMs }: Speed): string {
  return `The bars are scaled by what this machine needed for two fixed pieces of work: page × ${page.toFixed(2)} (${ms(pageMs)}), worker × ${worker.toFixed(2)} (${ms(workerMs)}).`
}

export function table(lines: readonly Line[], speed: Speed): string {
  const rows = lines.map(({ what, bar, measured, web, meets }) => [
    what,
    bar,
    `${measured}${meets === false ? ' (misses)' : ''}`,
    web,
  ])
  const bar = `bar (page × ${speed.page.toFixed(2)}, worker × ${speed.worker.toFixed(2)})`
  const all = [['what', bar, 'measured', 'web admin'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const text = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = all
  return [text(head), text(widths.map((width) => '-'.repeat(width))), ...body.map(text)].join('\n')
}

/** Returns the machine and its load as text: above two or three, the figures mean little. */
export function machine(electron: string): string {
  const [cpu] = cpus()
  const model = cpu?.model.replaceAll(/\s+/g, ' ').trim() || 'unknown processor'
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} cores (${model}), ${memory} GB, ${type()}, Electron ${electron}, CMS on the same machine without network delay; load average at the end ${(loadavg()[1] ?? 0).toFixed(1)}.`
}

/** Writes table and machine into docs/performance.md, between its two marks. */
export async function writePage(lines: readonly Line[], speed: Speed, on: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8')
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`${PAGE} has no marks for the figures`)
  const figures = `${BEGIN}\n\n${table(lines, speed)}\n\n${calibration(speed)} Measured on ${on}\n\n`
  await writeFile(PAGE, page.slice(0, begin) + figures + page.slice(end))
}
