import { useQuery } from '@tanstack/react-query'
import { contactQuery } from '~shared/features/content/queries'
import { useI18n } from '~shared/i18n/context'
import { useNear } from '~/lib/use-near'

/** Who sells here, as the law wants it said. Asked for when somebody comes down to it. */
export function Imprint() {
  const { t, locale } = useI18n()
  const { ref, isNear } = useNear()
  const { data } = useQuery({ ...contactQuery(locale), enabled: isNear })
  const { company, taxNumber } = data?.data ?? { company: '', taxNumber: '' }
  return (
    <p ref={ref} className="flex flex-wrap gap-x-3">
      {company && <span>{company}</span>}
      {taxNumber && <span>{t('around.footer.taxNumber', { number: taxNumber })}</span>}
    </p>
  )
}
