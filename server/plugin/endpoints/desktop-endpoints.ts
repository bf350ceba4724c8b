import type { Endpoint, PayloadHandler } from 'payload'
import type { Settings } from '../options.ts'
import { askInBrowser, confirmInBrowser, tokenForCode } from '../browser-login/browser-login.ts'
import { saysSchema } from '../schema/schema-mark.ts'
import { saysSite } from '../site-id.ts'
import { install } from '../writes/install.ts'
import { configAnswer } from './config.ts'
import { formStateAnswer } from './form-state.ts'
import { groupsAnswer } from './groups.ts'
import { helloOf } from './hello.ts'
import { permissionsAnswer } from './permissions.ts'
import { livePreviewAnswer, previewAnswer } from './preview.ts'
import { scheduleAnswer } from './schedule.ts'
import { schedulesAnswer } from './schedules.ts'
import { sessionAnswer } from './session.ts'
import { endSessionsAnswer, sessionsAnswer } from './sessions.ts'
import { othersUnsentAnswer, unsentAnswer } from './unsent.ts'
import { slugAnswer } from './slug.ts'
import { mayEnterAdmin, whatUserSees } from './app-user.ts'
import { writeAnswer } from './writes.ts'

/** The endpoints under the site's API route, `/api` by default. */
export function desktopEndpoints(settings: Settings): Endpoint[] {
  // A development server that reloads its config does not run onInit again: make up for it here.
  const installed = (handler: PayloadHandler): PayloadHandler =>
    saysSite(
      saysSchema(async (req) => {
        await install(req.payload, settings)
        return handler(req)
      }),
    )
  return [
    {
      path: '/desktop',
      method: 'get',
      handler: installed(async (req) => {
        const readable = req.user ? (await whatUserSees(req)).visible.collections : []
        return Response.json(helloOf(req, settings, readable, await mayEnterAdmin(req)), {
          headers: { 'cache-control': 'no-cache', vary: 'Authorization, Cookie, Accept-Language' },
        })
      }),
    },
    { path: '/desktop/config', method: 'get', handler: installed((req) => configAnswer(req, settings)) },
    { path: '/desktop/session', method: 'get', handler: installed(sessionAnswer) },
    { path: '/desktop/sessions', method: 'get', handler: installed(sessionsAnswer) },
    { path: '/desktop/sessions', method: 'post', handler: installed(endSessionsAnswer) },
    { path: '/desktop/browser-login', method: 'get', handler: installed(askInBrowser) },
    { path: '/desktop/browser-login', method: 'post', handler: installed(confirmInBrowser) },
    { path: '/desktop/browser-login/token', method: 'post', handler: installed(tokenForCode) },
    { path: '/desktop/form-state', method: 'post', handler: installed(formStateAnswer) },
    { path: '/desktop/permissions', method: 'post', handler: installed(permissionsAnswer) },
    { path: '/desktop/schedule', method: 'post', handler: installed(scheduleAnswer) },
    { path: '/desktop/schedules', method: 'post', handler: installed(schedulesAnswer) },
    { path: '/desktop/groups', method: 'post', handler: installed(groupsAnswer) },
    { path: '/desktop/unsent', method: 'post', handler: installed(unsentAnswer) },
    { path: '/desktop/unsent', method: 'get', handler: installed(othersUnsentAnswer) },
    { path: '/desktop/preview-url', method: 'post', handler: installed(previewAnswer) },
    { path: '/desktop/live-preview-url', method: 'post', handler: installed(livePreviewAnswer) },
    { path: '/desktop/slug', method: 'post', handler: installed(slugAnswer) },
    { path: '/desktop/writes/:key', method: 'get', handler: installed((req) => writeAnswer(req, settings)) },
  ]
}
