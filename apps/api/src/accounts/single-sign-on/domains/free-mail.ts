/** Domains at which anybody gets a mail address: nobody can prove that their people are one organization's. */
export const FREE_MAIL: ReadonlySet<string> = new Set(
  `126.com 139.com 163.com 21cn.com alice.it aol.com arcor.de att.net bell.net bigpond.com bluewin.ch bol.com.br btinternet.com charter.net comcast.net
  cox.net daum.net disroot.org duck.com earthlink.net email.com fastmail.com fastmail.fm free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de
  gmx.net gmx.org googlemail.com hanmail.net hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it hushmail.com icloud.com
  inbox.lv inbox.ru interia.pl juno.com kolabnow.com laposte.net libero.it list.ru live.co.uk live.com live.de live.fr live.nl mac.com mail.com mail.de
  mail.ru mailbox.org mailfence.com mailinator.com me.com msn.com naver.com neuf.fr o2.pl onet.pl onmail.com optonline.net orange.fr outlook.com outlook.de
  outlook.es outlook.fr pm.me posteo.de posteo.net proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com riseup.net rocketmail.com
  rogers.com runbox.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com sohu.com startmail.com t-online.de talktalk.net tin.it tiscali.it
  tuta.com tuta.io tutanota.com tutanota.de uol.com.br verizon.net virgilio.it virginmedia.com vodafone.de voila.fr wanadoo.fr web.de wp.pl xtra.co.nz
  ya.ru yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru yeah.net ymail.com
  ziggo.nl zoho.com`.split(/\s+/),
);
