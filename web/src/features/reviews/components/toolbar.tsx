import clsx from 'clsx'
import { BadgeCheck, ChevronDown, X } from 'lucide-react'
import { useT } from '~shared/i18n/context'
import { type Choice, SORTS } from '../queries'

interface Props {
  choice: Choice
  onChoose: (change: Partial<Choice>) => void
}

const PILL = 'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-[0.9375rem] font-medium'
const PLAIN = 'border-line-strong/60 bg-surface hover:border-line-strong'
const PRESSED = 'border-accent bg-accent-soft text-accent-text'

/** Whose reviews, and in what order. */
export function Toolbar({ choice: { sort, stars, isVerified }, onChoose }: Props) {
  const t = useT()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <button
        type="button"
        aria-pressed={isVerified}
        onClick={() => onChoose({ isVerified: !isVerified })}
        className={clsx(PILL, isVerified ? PRESSED : PLAIN)}
      >
        <BadgeCheck aria-hidden className="size-4.5" />
        {t('reviews.onlyVerified')}
      </button>
      {stars !== null && (
        <button type="button" onClick={() => onChoose({ stars: null })} className={clsx(PILL, PRESSED)}>
          {t('reviews.only', { stars: t('reviews.stars', { count: stars }) })}
          <X aria-hidden className="size-4" />
          <span className="sr-only">: {t('reviews.all')}</span>
        </button>
      )}
      <div className="relative sm:ml-auto">
        <select
          aria-label={t('reviews.sort.label')}
          value={sort}
          onChange={({ target }) => onChoose({ sort: SORTS.find((one) => one === target.value) ?? 'newest' })}
          className={clsx(PILL, PLAIN, 'appearance-none pr-10')}
        >
          {SORTS.map((one) => (
            <option key={one} value={one}>
              {t(`reviews.sort.${one}`)}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-4 size-4 text-muted" />
      </div>
    </div>
  )
}
