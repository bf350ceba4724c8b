type Messages = { [key: string]: string | Messages }
type MessageModule = { default: Messages }

/** Galley's own texts: galley/<language>/<part>.json. English is always there, the others load with their language. */
const english = import.meta.glob<MessageModule>('./galley/en/*.json', { eager: true })
const others = import.meta.glob<MessageModule>(['./galley/*/*.json', '!./galley/en/*.json'])

/** Returns all of Galley's texts in a language; {} if it is not translated. */
export async function loadGalleyMessages(language: string): Promise<Messages> {
  if (language === 'en') return join(Object.values(english))
  const wanted = Object.entries(others).filter(([path]) => path.startsWith(`./galley/${language}/`))
  return join(await Promise.all(wanted.map(([, load]) => load())))
}

function join(modules: MessageModule[]): Messages {
  return Object.fromEntries(modules.flatMap((module) => Object.entries(module.default)))
}
