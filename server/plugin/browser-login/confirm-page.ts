import type { PayloadRequest } from 'payload'

/** The texts of the page, in the languages of the app's own texts. */
const WORDS = {
  en: {
    title: 'Log in to Galley',
    body: 'Galley on this computer wants to work as {name}. Confirm only if you have just asked for it there.',
    confirm: 'Log in',
    denied: 'You may not use the admin panel, and so not Galley.',
    other: 'Log out, to log in as somebody else',
  },
  de: {
    title: 'Bei Galley anmelden',
    body: 'Galley auf diesem Computer möchte als {name} arbeiten. Bestätige nur, wenn du es gerade dort verlangt hast.',
    confirm: 'Anmelden',
    denied: 'Du darfst die Verwaltung nicht benutzen und damit auch Galley nicht.',
    other: 'Abmelden, um dich als jemand anderes anzumelden',
  },
  fr: {
    title: 'Se connecter à Galley',
    body: 'Galley, sur cet ordinateur, demande à travailler comme {name}. Confirmez seulement si vous venez de le demander.',
    confirm: 'Se connecter',
    denied: 'Vous ne pouvez pas utiliser l’administration, ni donc Galley.',
    other: 'Se déconnecter, pour se connecter comme quelqu’un d’autre',
  },
  ar: {
    title: 'تسجيل الدخول إلى Galley',
    body: 'يطلب Galley على هذا الجهاز العمل باسم {name}. أكّد فقط إن كنت قد طلبت ذلك للتو.',
    confirm: 'تسجيل الدخول',
    denied: 'لا يُسمح لك باستخدام لوحة الإدارة، ولا Galley إذًا.',
    other: 'تسجيل الخروج للدخول باسم شخص آخر',
  },
} as const

/**
 * A page that asks if the app may work as `name`; null: the user may not enter the admin panel. `logout`: address of
 * the site's logout.
 */
export function confirmPage(
  req: PayloadRequest,
  { name, logout, fields }: { name: string | null; logout: string; fields: Readonly<Record<string, string>> },
): Response {
  const { language } = req.i18n
  const words = language === 'de' || language === 'fr' || language === 'ar' ? WORDS[language] : WORDS.en
  const inputs = Object.entries(fields).map(
    ([key, value]) => `<input type="hidden" name="${escape(key)}" value="${escape(value)}">`,
  )
  const body =
    name === null
      ? `<p>${words.denied}</p>`
      : `<p>${words.body.replace('{name}', `<b><bdi>${escape(name)}</bdi></b>`)}</p>
<form method="post">${inputs.join('')}<button autofocus>${words.confirm}</button></form>`
  return new Response(
    `<!doctype html><html lang="${escape(language)}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${words.title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:28rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}
button{font:inherit;padding:.5rem 1.25rem}</style><h1>${words.title}</h1>${body}<p><a href="${escape(logout)}">${words.other}</a></html>`,
    {
      status: name === null ? 403 : 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        // No other site may frame the page or get its form, except the app that waits on the browser's computer.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self' http://127.0.0.1:*",
        'x-frame-options': 'DENY',
        // With no referrer at all, browsers would not tell the origin of the form.
        'referrer-policy': 'same-origin',
      },
    },
  )
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)
}
