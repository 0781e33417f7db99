//! A small mail relay on this machine that says what a test tells it to, and remembers what it heard.

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

/// What the relay hears next, when it decides on its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// A new connection, before the greeting.
    Greeting,
    /// `AUTH`.
    Auth,
    /// `MAIL FROM`.
    Mail,
    /// `RCPT TO`.
    Rcpt,
    /// `DATA`.
    Data,
    /// The whole mail, after its final dot.
    End,
}

/// What the relay does instead of accepting.
#[derive(Clone, Copy, Debug)]
pub enum Does {
    /// Answers this.
    Says(&'static str),
    /// Closes the connection without a word.
    HangsUp,
    /// Accepts, and then closes the connection.
    HangsUpAfterwards,
}

/// How the relay encrypts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tls {
    /// Not at all.
    None,
    /// On request.
    Offered,
    /// From the first byte.
    FromTheStart,
}

/// What one connection said.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    /// The commands in order, without the mails.
    pub commands: Vec<String>,
    /// How many of the commands came before the connection was encrypted.
    pub in_the_clear: usize,
    /// The mails that were accepted, as they arrived, dots unstuffed.
    pub mails: Vec<String>,
}

#[derive(Default)]
struct State {
    connections: Vec<Heard>,
    /// What to do instead of accepting, each once, in order of the list.
    plan: Vec<(At, Does)>,
}

/// A relay that listens until the test ends.
pub struct Relay {
    port: u16,
    state: Arc<Mutex<State>>,
}

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/smtp").join(name)
}

/// The file that makes the relay's certificate trusted.
pub fn authority() -> String {
    fixture("authority.pem").display().to_string()
}

impl Relay {
    /// A relay that accepts everything in the clear.
    pub fn start() -> Self {
        Self::with(Tls::None, &[])
    }

    /// A relay that accepts everything except what `plan` says, each entry once.
    pub fn with(tls: Tls, plan: &[(At, Does)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(Mutex::new(State { connections: Vec::new(), plan: plan.to_vec() }));
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let shared = Arc::clone(&shared);
                // A client that breaks off is what some tests are about.
                thread::spawn(move || drop(Connection::accept(stream, tls, shared).and_then(Connection::serve)));
            }
        });
        Self { port, state }
    }

    /// The setting that reaches this relay, with `rest` such as `?tls=starttls`.
    pub fn url(&self, scheme: &str, login: &str, rest: &str) -> String {
        format!("{scheme}://{login}localhost:{}{rest}", self.port)
    }

    /// What each connection said so far.
    pub fn heard(&self) -> Vec<Heard> {
        self.lock().connections.clone()
    }

    /// The mails of all connections.
    pub fn mails(&self) -> Vec<String> {
        self.heard().into_iter().flat_map(|heard| heard.mails).collect()
    }

    /// Adds to what the relay does instead of accepting.
    pub fn plan(&self, at: At, does: Does) {
        self.lock().plan.push((at, does));
    }

    /// Waits until `done` holds of what was heard: the last words of a connection arrive after the client
    /// has gone on.
    pub fn wait(&self, done: impl Fn(&[Heard]) -> bool) {
        for _ in 0..500 {
            if done(&self.heard()) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the relay heard only {:?}", self.heard());
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

trait Stream: Read + Write + Send {}
impl<T: Read + Write + Send> Stream for T {}

struct Connection {
    stream: Box<dyn Stream>,
    socket: TcpStream,
    tls: Tls,
    encrypted: bool,
    state: Arc<Mutex<State>>,
    index: usize,
}

impl Connection {
    fn accept(socket: TcpStream, tls: Tls, state: Arc<Mutex<State>>) -> io::Result<Self> {
        socket.set_read_timeout(Some(Duration::from_secs(20)))?;
        let index = {
            let mut state = state.lock().unwrap();
            state.connections.push(Heard::default());
            state.connections.len() - 1
        };
        let mut connection =
            Self { stream: Box::new(socket.try_clone()?), socket, tls, encrypted: false, state, index };
        if tls == Tls::FromTheStart {
            connection.encrypt()?;
        }
        Ok(connection)
    }

    fn encrypt(&mut self) -> io::Result<()> {
        let chain = CertificateDer::pem_file_iter(fixture("relay.pem")).unwrap().map(Result::unwrap).collect();
        let key = PrivateKeyDer::from_pem_file(fixture("relay.key")).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        let session = ServerConnection::new(Arc::new(config)).unwrap();
        self.stream = Box::new(StreamOwned::new(session, self.socket.try_clone()?));
        self.encrypted = true;
        Ok(())
    }

    fn heard(&self, write: impl FnOnce(&mut Heard)) {
        write(&mut self.state.lock().unwrap().connections[self.index]);
    }

    fn line(&mut self) -> io::Result<String> {
        let (mut line, mut byte) = (Vec::new(), [0]);
        while !line.ends_with(b"\r\n") {
            self.stream.read_exact(&mut byte)?;
            line.push(byte[0]);
        }
        line.truncate(line.len() - 2);
        Ok(String::from_utf8(line).unwrap())
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.stream.write_all(format!("{text}\r\n").as_bytes())?;
        self.stream.flush()
    }

    /// Answers `accepting` unless the plan says otherwise; `Ok(true)` if it was accepted.
    fn answer(&mut self, at: At, accepting: &str) -> io::Result<bool> {
        let planned = {
            let plan = &mut self.state.lock().unwrap().plan;
            plan.iter().position(|(when, _)| *when == at).map(|index| plan.remove(index).1)
        };
        match planned {
            None => self.say(accepting).map(|()| true),
            Some(Does::Says(text)) => self.say(text).map(|()| false),
            Some(Does::HangsUp) => Err(io::ErrorKind::ConnectionAborted.into()),
            Some(Does::HangsUpAfterwards) => {
                self.say(accepting)?;
                self.heard(|heard| heard.commands.push("(hung up)".to_owned()));
                Err(io::ErrorKind::ConnectionAborted.into())
            }
        }
    }

    fn serve(mut self) -> io::Result<()> {
        self.answer(At::Greeting, "220 localhost ready")?;
        loop {
            let command = self.line()?;
            let encrypted = self.encrypted;
            self.heard(|heard| {
                heard.in_the_clear += usize::from(!encrypted);
                heard.commands.push(command.clone());
            });
            let verb = command.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            match verb.as_str() {
                "EHLO" => {
                    self.say("250-localhost")?;
                    if self.tls == Tls::Offered && !self.encrypted {
                        self.say("250-STARTTLS")?;
                    }
                    self.say("250 AUTH PLAIN")?;
                }
                "STARTTLS" => {
                    self.say("220 2.0.0 go ahead")?;
                    self.encrypt()?;
                }
                "AUTH" => drop(self.answer(At::Auth, "235 2.7.0 welcome")?),
                "MAIL" => drop(self.answer(At::Mail, "250 2.1.0 ok")?),
                "RCPT" => drop(self.answer(At::Rcpt, "250 2.1.5 ok")?),
                "DATA" => {
                    if self.answer(At::Data, "354 end with a dot")? {
                        self.receive()?;
                    }
                }
                "QUIT" => return self.say("221 2.0.0 bye"),
                _ => self.say("500 5.5.1 what?")?,
            }
        }
    }

    fn receive(&mut self) -> io::Result<()> {
        let mut mail = String::new();
        loop {
            let line = self.line()?;
            if line == "." {
                break;
            }
            mail.push_str(line.strip_prefix('.').unwrap_or(&line));
            mail.push_str("\r\n");
        }
        // Counted before the answer, as a relay does that loses its connection just then.
        self.heard(|heard| heard.mails.push(mail));
        if !self.answer(At::End, "250 2.0.0 queued as QP1")? {
            self.heard(|heard| drop(heard.mails.pop()));
        }
        Ok(())
    }
}
