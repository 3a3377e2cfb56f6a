import type { WholesaleRequest } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'

/** What was asked for, as it was said. */
export function Wanted({ request }: { request: WholesaleRequest }) {
  const { t, locale } = useI18n()
  const { lines, text, wishedDate, note } = request
  return (
    <div className="grid gap-4">
      {lines.length > 0 && (
        <ul className="divide-y divide-line">
          {lines.map(({ productId, sizeId, name, size, count }) => (
            <li key={`${productId} ${sizeId ?? ''}`} className="flex justify-between gap-4 py-3">
              <span className="min-w-0 wrap-anywhere">
                {name}
                {size && <span className="text-muted">, {size}</span>}
              </span>
              <span className="shrink-0 tabular-nums">{t('wholesale.pieces', { count })}</span>
            </li>
          ))}
        </ul>
      )}
      {text && <p className="leading-relaxed whitespace-pre-line wrap-anywhere">{text}</p>}
      {wishedDate && (
        <p>
          <span className="block text-sm text-muted">{t('wholesale.form.wishedDate')}</span>
          {date(locale, `${wishedDate}T12:00:00Z`)}
        </p>
      )}
      {note && (
        <p>
          <span className="block text-sm text-muted">{t('wholesale.form.note')}</span>
          <span className="whitespace-pre-line wrap-anywhere">{note}</span>
        </p>
      )}
    </div>
  )
}
