// Every browser test runs on the intended devices in a default run. A test that runs on none would never fail.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BOTH, DEVICES, FULL, defaultRunOn } from '../e2e/coverage'

const FOLDER = 'e2e'
const specs = readdirSync(FOLDER).filter((file) => file.endsWith('.spec.ts'))
/** Returns the source of each test, which starts with the title. */
const testsIn = (file: string) =>
  readFileSync(`${FOLDER}/${file}`, 'utf8')
    .split(/^ *\w+\((?=['"`])/m)
    .slice(1)
/** `*.phone.spec.ts` and `*.desktop.spec.ts` run only on that device. */
const isExcluded = (device: string, file: string) => DEVICES.some((other) => other !== device && file.endsWith(`.${other}.spec.ts`))

/** Matches the title of a default run as Playwright does. */
const devicesOf = (file: string, tags = '') =>
  DEVICES.filter((device) => {
    const { grep, grepInvert } = defaultRunOn(device)
    const title = `${device} ${file} some test ${tags}`.trim()
    return !isExcluded(device, file) && grep.test(title) && !grepInvert.test(title)
  })

describe.each(specs)('%s', (file) => {
  it('runs an untagged test on exactly one device', () => expect(devicesOf(file)).toHaveLength(1))

  it('runs a test for both devices on each device that has the file', () =>
    expect(devicesOf(file, BOTH)).toEqual(DEVICES.filter((device) => !isExcluded(device, file))))

  it('runs a test tagged as full in the full run only', () => expect(devicesOf(file, FULL)).toEqual([]))

  it('has no test that skips itself on the only device on which it runs', () => {
    const [device] = devicesOf(file)
    const skips = device === 'phone' ? /test\.skip\(\s*(shop\.)?isPhone\b/ : /test\.skip\(\s*!(shop\.)?isPhone\b/
    const skippedTests = testsIn(file).filter((source) => skips.test(source) && !/tag: (BOTH|FULL)\b/.test(source))
    expect(
      skippedTests.map((source) => source.split('\n')[0]),
      'move it to *.desktop.spec.ts or *.phone.spec.ts',
    ).toEqual([])
  })
})
