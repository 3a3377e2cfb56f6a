// Lists the buttons of the back office that no test presses.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

// `UPDATE_UNPRESSED=1 npm test` writes the list of known buttons. The run does not fail, because a button may be counted for the wrong page
// during a navigation.

const KNOWN = 'admin/unpressed.json'

export interface Difference {
  /** Not pressed, and not in the list of known buttons. */
  added: string[]
  /** In the list, but pressed. */
  outdated: string[]
}

interface Buttons {
  shown: Set<string>
  pressed: Set<string>
  /** The entries of the list. */
  known: string[]
}

export function difference({ shown, pressed, known }: Buttons): Difference {
  const unpressed = new Set([...shown].filter((name) => !pressed.has(name)))
  return {
    added: [...unpressed].filter((name) => !known.includes(name)).sort(),
    // A page may show a button for a moment only, so an entry that no page has shown stays.
    outdated: known.filter((name) => pressed.has(name)),
  }
}

/** In a partial run, most buttons would be unpressed. */
function isWholeRun(modules: readonly TestModule[]): boolean {
  const runFiles = new Set(modules.map(({ moduleId }) => resolve(moduleId)))
  const files = readdirSync('admin', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.tsx'))
  return files.every((file) => runFiles.has(resolve(join('admin', file))))
}

export class UnpressedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    if (!isWholeRun(modules)) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const presses = tests.flatMap((test) => test.meta().presses ?? [])
    const buttons: Buttons = {
      shown: new Set(presses.flatMap(({ shown }) => [...shown])),
      pressed: new Set(presses.flatMap(({ pressed }) => [...pressed])),
      known: JSON.parse(readFileSync(KNOWN, 'utf8')) as string[],
    }
    if (process.env.UPDATE_UNPRESSED) return writeList(buttons)
    // A test that failed or was skipped may press the missing buttons.
    if (tests.every((test) => test.result().state === 'passed')) report(buttons)
  }
}

function writeList({ shown, pressed, known }: Buttons) {
  const list = [...new Set([...known, ...shown])].filter((name) => !pressed.has(name)).sort()
  writeFileSync(KNOWN, `${JSON.stringify(list, null, 2)}\n`)
}

function report(buttons: Buttons) {
  const { added, outdated } = difference(buttons)
  console.log(`\n Buttons of the back office: ${buttons.shown.size} shown, ${buttons.known.length} known to be unpressed.`)
  if (added.length > 0) console.error(`No test presses these buttons:\n${indented(added)}`)
  if (outdated.length > 0) console.error(`Remove these lines from ${KNOWN}:\n${indented(outdated)}`)
}

const indented = (names: string[]) => names.map((name) => `  ${name}\n`).join('')
