import clsx from 'clsx'
import { useState } from 'react'
import { useT } from '~shared/i18n/context'

const LONG = 480

/** What people wrote, as they wrote it; a long one begins with its first lines. */
export function LongText({ text }: { text: string }) {
  const t = useT()
  const isLong = text.length > LONG
  const [isWhole, setWhole] = useState(!isLong)
  return (
    <div className="grid justify-items-start">
      <p className={clsx('leading-relaxed whitespace-pre-line wrap-anywhere', !isWhole && 'line-clamp-5')}>{text}</p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="min-h-11 font-semibold text-accent-text hover:underline"
        >
          {isWhole ? t('reviews.less') : t('reviews.whole')}
        </button>
      )}
    </div>
  )
}
