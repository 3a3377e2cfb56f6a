// Runs alone, before anything is painted; `tools/vite/first-script.ts` builds it.
import { keepScripts } from './keep-scripts'
import { rememberPress } from './pressed'
import { showAsChosen } from './show-as-chosen'

showAsChosen()
rememberPress()
keepScripts()
