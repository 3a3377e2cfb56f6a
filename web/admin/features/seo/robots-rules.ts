// The rules of robots.txt.
import * as v from 'valibot'
import { errorCode, optionalText } from '~shared/features/forms/rules'

/** The fields of robots.txt that the server accepts. */
const FIELDS = ['user-agent', 'allow', 'disallow', 'crawl-delay', 'clean-param']

/** Some crawlers ignore the whole file if they cannot parse one of its lines. */
function isRobotsLine(line: string) {
  if (line.trim() === '' || line.trim().startsWith('#')) return true
  const [field = '', ...valueParts] = line.split(':')
  const [name, value] = [field.trim().toLowerCase(), valueParts.join(':').trim()]
  if (name === 'allow' || name === 'disallow') return valueParts.length > 0 && (value === '' || /^[/*]/.test(value))
  return FIELDS.includes(name) && value !== ''
}

export const RobotsSchema = v.object({
  text: v.pipe(
    optionalText(10_000),
    v.check((typed) => typed.split('\n').every(isRobotsLine), errorCode('invalid')),
  ),
})
