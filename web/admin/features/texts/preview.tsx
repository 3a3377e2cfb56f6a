import { useEffect, useRef } from 'react'
import type { ContentPage } from '~shared/api/types'
import { Text } from '~shared/features/content/text'
import { useT } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

/** The page as it would be, published nowhere. Whoever asked for it is taken to it. */
export function Preview({ shown, language }: { shown: ContentPage; language: Locale }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [shown])
  return (
    <section aria-labelledby="preview" className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 id="preview" ref={heading} tabIndex={-1} className="text-sm text-muted outline-none">
        {t('office.texts.preview')}
      </h2>
      <div lang={language} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p className="text-3xl font-bold text-balance">{shown.title}</p>
        <Text html={shown.html} />
      </div>
    </section>
  )
}
