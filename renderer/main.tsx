// Global styles are imported before the components, whose rules come later and win.
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import '@fontsource-variable/source-serif-4/wght-italic.css'
import './ui/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { readAtStart } from './data/queries.ts'
import { createQueryClient } from './data/query-client.ts'
import { refuseMarkup } from './ui/trusted-types.ts'

refuseMarkup()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
const client = createQueryClient()
void readAtStart(client)
createRoot(root).render(
  <StrictMode>
    <App client={client} />
  </StrictMode>,
)
