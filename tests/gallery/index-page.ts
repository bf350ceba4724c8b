import { looks, type Picture } from './stage.ts'

/** A page with the pictures of each scene side by side. */
export function indexPage(pictures: readonly Picture[]): string {
  const scenes = [...new Set(pictures.map(({ scene }) => scene))]
  const sections = scenes.map((scene) => {
    const taken = pictures.filter((picture) => picture.scene === scene)
    const problem = taken.find((picture) => picture.problem !== null)?.problem ?? null
    const figures = looks.flatMap((look) => {
      const picture = taken.find((one) => one.look === look)
      if (!picture) return []
      const file = encodeURIComponent(picture.file)
      return `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${look}</figcaption></figure>`
    })
    return `<section><h2>${escaped(scene)}</h2>${problem === null ? '' : `<pre>${escaped(problem)}</pre>`}<div>${figures.join('')}</div></section>`
  })
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Galley, all screens and states</title>
<style>
  body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; background: #e8e6e3; color: #201d1b }
  div { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 1rem; align-items: start }
  figure { margin: 0 } img { max-width: 100%; border: 1px solid #bbb; background: #fff }
  pre { color: #b32926; white-space: pre-wrap }
</style>
<h1>Galley, all screens and states</h1>
${sections.join('\n')}
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
