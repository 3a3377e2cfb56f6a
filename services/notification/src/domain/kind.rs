//! The kinds of notifications, with the link and the default text of each. The steps of an order are kinds, too; they
//! are in `order_step.rs`.

use kit::Language;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Welcome,
    /// A refresh token was used twice, so its session was ended: the token may have been stolen.
    Security,
    PasswordChanged,
    EmailChanged,
    /// A relative of the reader has a birthday soon.
    BirthdayNear,
    BirthdayToday,
    InfluencerApproved,
    InfluencerDeclined,
    CampaignStarted,
    PriceDropped,
    BackInStock,
    ReviewPublished,
    ReviewRejected,
    ReviewAnswered,
    BonusesExpiring,
    CashoutPaid,
    CashoutFailed,
    CashoutDeclined,
}

impl Kind {
    pub const ALL: [Self; 18] = [
        Self::Welcome,
        Self::Security,
        Self::PasswordChanged,
        Self::EmailChanged,
        Self::BirthdayNear,
        Self::BirthdayToday,
        Self::InfluencerApproved,
        Self::InfluencerDeclined,
        Self::CampaignStarted,
        Self::PriceDropped,
        Self::BackInStock,
        Self::ReviewPublished,
        Self::ReviewRejected,
        Self::ReviewAnswered,
        Self::BonusesExpiring,
        Self::CashoutPaid,
        Self::CashoutFailed,
        Self::CashoutDeclined,
    ];

    pub fn key(self) -> &'static str {
        match self {
            Self::Welcome => "welcome",
            Self::Security => "security",
            Self::PasswordChanged => "password_changed",
            Self::EmailChanged => "email_changed",
            Self::BirthdayNear => "birthday_near",
            Self::BirthdayToday => "birthday_today",
            Self::InfluencerApproved => "influencer_approved",
            Self::InfluencerDeclined => "influencer_declined",
            Self::CampaignStarted => "campaign_started",
            Self::PriceDropped => "price_dropped",
            Self::BackInStock => "back_in_stock",
            Self::ReviewPublished => "review_published",
            Self::ReviewRejected => "review_rejected",
            Self::ReviewAnswered => "review_answered",
            Self::BonusesExpiring => "bonuses_expiring",
            Self::CashoutPaid => "cashout_paid",
            Self::CashoutFailed => "cashout_failed",
            Self::CashoutDeclined => "cashout_declined",
        }
    }

    /// Returns the path that a click opens. Notifications about a campaign or product have their own link instead.
    pub fn link(self) -> &'static str {
        match self {
            Self::Welcome | Self::BirthdayToday => "/",
            Self::Security | Self::PasswordChanged => "/profil/sifre",
            Self::EmailChanged => "/profil/epoct",
            Self::BirthdayNear => "/profil/dogum-gunleri",
            Self::InfluencerApproved => "/profil/influencer/lists",
            Self::InfluencerDeclined => "/profil/influencer/form",
            Self::CampaignStarted => "/profil/abunelikler",
            Self::PriceDropped | Self::BackInStock => "/beyendiklerim",
            Self::ReviewPublished | Self::ReviewRejected | Self::ReviewAnswered => "/profil/reylerim",
            Self::BonusesExpiring => "/profil/bonuslar",
            Self::CashoutPaid | Self::CashoutFailed | Self::CashoutDeclined => "/profil/influencer/qazanc",
        }
    }

    /// Returns title and text without the details of the subject, which `notification_text.rs` adds.
    pub fn default_text(self, language: Language) -> (&'static str, &'static str) {
        match (self, language) {
            (Self::Welcome, Language::Az) => (
                "Sovqata xoş gəlmisiniz!",
                "Hesabınız hazırdır. Sevdiyiniz insana ilk hədiyyəni seçin: gözəl qablaşdırıb vaxtında çatdıraq.",
            ),
            (Self::Welcome, Language::Ru) => (
                "Добро пожаловать в Sovqat!",
                "Ваш аккаунт готов. Выберите первый подарок для близкого человека, а мы красиво упакуем его и привезём вовремя.",
            ),
            (Self::Welcome, Language::En) => (
                "Welcome to Sovqat!",
                "Your account is ready. Choose a first gift for someone you love: we will wrap it nicely and bring it on time.",
            ),
            (Self::Security, Language::Az) => (
                "Hesabınızı qoruduq",
                "Kimsə köhnə sessiyanızdan istifadə etməyə çalışmış ola bilər. Ehtiyat üçün o sessiyanı bağladıq. Bu siz deyildinizsə, şifrənizi dəyişin.",
            ),
            (Self::Security, Language::Ru) => (
                "Мы защитили ваш аккаунт",
                "Возможно, кто-то пытался воспользоваться вашей старой сессией. На всякий случай мы её завершили. Если это были не вы, смените пароль.",
            ),
            (Self::Security, Language::En) => (
                "We protected your account",
                "Someone may have tried to use an old session of yours. To be safe, we signed it out. If it was not you, change your password.",
            ),
            (Self::PasswordChanged, Language::Az) => (
                "Şifrəniz dəyişdirildi",
                "Hesabınızın şifrəsi dəyişdirildi, digər cihazlarda çıxış edildi. Bu siz deyildinizsə, dərhal yeni şifrə seçin.",
            ),
            (Self::PasswordChanged, Language::Ru) => (
                "Пароль изменён",
                "Пароль вашего аккаунта изменён, сеансы на других устройствах завершены. Если это были не вы, сразу выберите новый пароль.",
            ),
            (Self::PasswordChanged, Language::En) => (
                "Your password was changed",
                "The password of your account was changed, and your other devices were signed out. If it was not you, choose a new password at once.",
            ),
            (Self::EmailChanged, Language::Az) => (
                "E-poçt ünvanınız dəyişdirildi",
                "Bundan sonra məktublarımız yeni ünvanınıza gələcək. Bu siz deyildinizsə, şifrənizi dəyişin və bizə yazın.",
            ),
            (Self::EmailChanged, Language::Ru) => (
                "E-mail изменён",
                "Теперь наши письма будут приходить на новый адрес. Если это были не вы, смените пароль и напишите нам.",
            ),
            (Self::EmailChanged, Language::En) => (
                "Your e-mail address was changed",
                "From now on our letters go to the new address. If it was not you, change your password and write to us.",
            ),
            (Self::BirthdayNear, Language::Az) => {
                ("Ad günü yaxınlaşır", "Yaxınlarınızdan birinin ad günü yaxınlaşır. Hədiyyəni indidən seçin.")
            }
            (Self::BirthdayNear, Language::Ru) => {
                ("Скоро день рождения", "Скоро день рождения у кого-то из ваших близких. Выберите подарок заранее.")
            }
            (Self::BirthdayNear, Language::En) => {
                ("A birthday is near", "Somebody close to you has a birthday soon. Choose a gift in good time.")
            }
            (Self::BirthdayToday, Language::Az) => {
                ("Ad gününüz mübarək!", "Sizi ürəkdən təbrik edirik. Arzularınız çin olsun, gününüz sevinclə dolsun!")
            }
            (Self::BirthdayToday, Language::Ru) => {
                ("С днём рождения!", "Поздравляем вас от всего сердца. Пусть мечты сбываются, а день будет радостным!")
            }
            (Self::BirthdayToday, Language::En) => (
                "Happy birthday!",
                "We congratulate you with all our heart. May your wishes come true and the day be full of joy!",
            ),
            (Self::InfluencerApproved, Language::Az) => (
                "Artıq Sovqat influenserisiniz!",
                "Müraciətiniz təsdiqləndi. İlk siyahınızı yaradın və izləyicilərinizlə paylaşın.",
            ),
            (Self::InfluencerApproved, Language::Ru) => (
                "Вы теперь инфлюенсер Sovqat!",
                "Ваша заявка одобрена. Создайте первый список и поделитесь им с подписчиками.",
            ),
            (Self::InfluencerApproved, Language::En) => (
                "You are a Sovqat influencer now!",
                "Your application was approved. Make your first list and share it with your followers.",
            ),
            (Self::InfluencerDeclined, Language::Az) => (
                "Müraciətinizə baxıldı",
                "Təəssüf ki, bu dəfə influenser müraciətinizi təsdiqləyə bilmədik. Səbəbi hesabınızda yazmışıq.",
            ),
            (Self::InfluencerDeclined, Language::Ru) => (
                "Мы рассмотрели вашу заявку",
                "К сожалению, на этот раз мы не смогли одобрить заявку инфлюенсера. Причину вы найдёте в аккаунте.",
            ),
            (Self::InfluencerDeclined, Language::En) => (
                "We looked at your application",
                "We are sorry that we could not approve your influencer application this time. The reason is in your account.",
            ),
            (Self::CampaignStarted, Language::Az) => {
                ("İzlədiyiniz mağazada endirim", "İzlədiyiniz mağazada yeni kampaniya başladı.")
            }
            (Self::CampaignStarted, Language::Ru) => {
                ("Скидки в вашем магазине", "В магазине, на который вы подписаны, началась акция.")
            }
            (Self::CampaignStarted, Language::En) => {
                ("A store you follow has a sale", "A campaign has begun in a store that you follow.")
            }
            (Self::PriceDropped, Language::Az) => {
                ("Sevimliniz ucuzlaşdı", "Sevimlilərinizdəki bir məhsulun qiyməti düşdü.")
            }
            (Self::PriceDropped, Language::Ru) => {
                ("Избранное подешевело", "Снизилась цена на товар из вашего избранного.")
            }
            (Self::PriceDropped, Language::En) => {
                ("A favourite costs less", "The price of one of your favourites has dropped.")
            }
            (Self::BackInStock, Language::Az) => {
                ("Sevimliniz yenidən satışda", "Sevimlilərinizdəki bir məhsul yenidən satışdadır.")
            }
            (Self::BackInStock, Language::Ru) => {
                ("Избранное снова в продаже", "Товар из вашего избранного снова можно заказать.")
            }
            (Self::BackInStock, Language::En) => {
                ("A favourite is back", "One of your favourites can be ordered again.")
            }
            (Self::ReviewPublished, Language::Az) => {
                ("Rəyiniz dərc olundu", "Təşəkkür edirik: rəyiniz başqalarına seçim etməyə kömək edəcək.")
            }
            (Self::ReviewPublished, Language::Ru) => {
                ("Ваш отзыв опубликован", "Спасибо: ваш отзыв поможет другим с выбором.")
            }
            (Self::ReviewPublished, Language::En) => {
                ("Your review is published", "Thank you: your review will help others to choose.")
            }
            (Self::ReviewRejected, Language::Az) => {
                ("Rəyiniz dərc olunmadı", "Rəyinizi bu şəkildə dərc edə bilmədik. Səbəbi rəylərinizdə yazmışıq.")
            }
            (Self::ReviewRejected, Language::Ru) => (
                "Отзыв не опубликован",
                "Мы не смогли опубликовать ваш отзыв в таком виде. Причину вы найдёте в своих отзывах.",
            ),
            (Self::ReviewRejected, Language::En) => (
                "Your review was not published",
                "We could not publish your review as it is. You will find the reason among your reviews.",
            ),
            (Self::ReviewAnswered, Language::Az) => ("Rəyinizə cavab gəldi", "Kimsə rəyinizə cavab yazıb."),
            (Self::ReviewAnswered, Language::Ru) => ("На ваш отзыв ответили", "Кто-то ответил на ваш отзыв."),
            (Self::ReviewAnswered, Language::En) => ("Your review has a reply", "Somebody replied to your review."),
            (Self::BonusesExpiring, Language::Az) => {
                ("Bonuslarınızın vaxtı bitir", "Bonuslarınızın bir hissəsinin müddəti tezliklə bitir.")
            }
            (Self::BonusesExpiring, Language::Ru) => ("Скоро сгорят бонусы", "Часть ваших бонусов скоро сгорит."),
            (Self::BonusesExpiring, Language::En) => ("Your bonuses expire soon", "Some of your bonuses expire soon."),
            (Self::CashoutPaid, Language::Az) => ("Qazancınız ödənildi", "Qazancınızı kartınıza göndərdik."),
            (Self::CashoutPaid, Language::Ru) => ("Заработок выплачен", "Мы отправили ваш заработок на карту."),
            (Self::CashoutPaid, Language::En) => ("Your earnings were paid out", "We sent your earnings to your card."),
            (Self::CashoutFailed, Language::Az) => {
                ("Qazancınız karta köçürülmədi", "Bank köçürməni aparmadı. Məbləğ qazanc balansınıza qaytarıldı.")
            }
            (Self::CashoutFailed, Language::Ru) => {
                ("Выплата на карту не прошла", "Банк не выполнил перевод. Сумма вернулась на баланс заработка.")
            }
            (Self::CashoutFailed, Language::En) => (
                "The payment to your card failed",
                "The bank did not make the transfer. The amount is back in your earnings.",
            ),
            (Self::CashoutDeclined, Language::Az) => (
                "Çıxarış sorğunuz qəbul edilmədi",
                "Məbləğ qazanc balansınıza qaytarıldı. Səbəbi qazanc səhifənizdə yazmışıq.",
            ),
            (Self::CashoutDeclined, Language::Ru) => (
                "Запрос на выплату отклонён",
                "Сумма вернулась на баланс заработка. Причина указана на странице заработка.",
            ),
            (Self::CashoutDeclined, Language::En) => (
                "Your cash-out was declined",
                "The amount is back in your earnings. You will find the reason on your earnings page.",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_is_a_path() {
        assert!(Kind::ALL.into_iter().all(|kind| kind.link().starts_with('/')));
    }
}
